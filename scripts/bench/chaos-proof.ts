import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStorage } from '@cw/storage';
import { processesCarrying, type TempRepo } from '@cw/testkit';
import type { PlannedTask } from './chaos-plan.ts';
import type { Comments } from './chaos-victims.ts';
import { cw } from './harness/program.ts';

export type Evidence = {
  readonly home: string;
  readonly userHome: string;
  readonly projectId: string;
  readonly repo: TempRepo;
  readonly plan: readonly PlannedTask[];
  readonly comments: Comments;
};

/** What was found when all was over. */
export type Proof = {
  readonly attempts: number;
  readonly commits: number;
  /** What is not as it should be, in sentences; nothing is what is hoped for. */
  readonly wrong: readonly string[];
};

/** Looks for what was done twice, what was lost, and what was left behind. */
export async function proveAll(evidence: Evidence): Promise<Proof> {
  const { home, userHome, plan, repo, projectId } = evidence;
  const storage = openStorage({ path: join(home, 'cw.db'), migrations: () => [] });
  const wrong: string[] = [];
  const closings = await storage.read.all<{ entity: string; n: number }>(
    "SELECT entity, count(*) AS n FROM events WHERE type = 'task.closed' GROUP BY entity",
  );
  const endings = await storage.read.all<{ entity: string; n: number }>(
    "SELECT entity, count(*) AS n FROM events WHERE type = 'run.ended' GROUP BY entity HAVING n <> 1",
  );
  const attempts = await storage.read.get<{ n: number }>('SELECT count(*) AS n FROM runs');
  const open = await storage.read.all<{ id: string }>('SELECT id FROM runs WHERE ended_at IS NULL');
  const said = await storage.read.all<{ text: string }>('SELECT text FROM task_comments');
  storage.close();
  const closed = new Map(closings.map(({ entity, n }) => [entity, n]));
  const merged = (await repo.git('log', '--format=%(trailers:key=Cw-Task,valueonly)', 'cw/next')).split('\n');
  for (const { id, name } of plan) {
    const [times, merges] = [closed.get(id) ?? 0, merged.filter((line) => line === id).length];
    if (times !== 1) wrong.push(`${name} was closed ${times} times`);
    if (merges !== 1) wrong.push(`${name} was merged ${merges} times`);
  }
  wrong.push(...endings.map(({ entity, n }) => `${entity} ended ${n} times`));
  wrong.push(...open.map(({ id }) => `${id} has not ended`));
  wrong.push(
    ...wrongComments(
      evidence.comments,
      said.map(({ text }) => text),
    ),
  );
  const commits = await lostCommits(join(home, 'projects', projectId, 'repo.git'), userHome, repo);
  wrong.push(...commits.lost.map((sha) => `${sha} is below no ref`));
  const left = await processesCarrying(`HOME=${userHome}`);
  wrong.push(...left.map(({ pid, command }) => `process ${pid} is left: ${command.slice(0, 100)}`));
  wrong.push(...(await complaintsOfDoctor(home)));
  return { attempts: attempts?.n ?? 0, commits: commits.made, wrong };
}

function wrongComments({ answered, killed }: Comments, said: readonly string[]): string[] {
  const count = (text: string) => said.filter((other) => other === text).length;
  return [
    ...answered
      .filter((text) => count(text) !== 1)
      .map((text) => `“${text}” was answered and is there ${count(text)} ×`),
    ...killed.filter((text) => count(text) > 1).map((text) => `“${text}” is there ${count(text)} times`),
  ];
}

/** Every commit that an agent noted must still be below some ref of the project's clone. */
async function lostCommits(clone: string, userHome: string, repo: TempRepo) {
  const shas = new Set(readFileSync(join(userHome, 'commits'), 'utf8').split('\n').filter(Boolean));
  const lost: string[] = [];
  for (const sha of shas) {
    const refs = await repo.git('--git-dir', clone, 'for-each-ref', '--contains', sha).catch(() => '');
    if (refs === '') lost.push(sha);
  }
  await repo.git('--git-dir', clone, 'fsck', '--connectivity-only', '--no-dangling');
  return { made: shas.size, lost };
}

async function complaintsOfDoctor(home: string): Promise<string[]> {
  try {
    await cw(home, 'doctor');
    return [];
  } catch (error) {
    return [`doctor finds something: ${error instanceof Error ? error.message.slice(0, 400) : String(error)}`];
  }
}
