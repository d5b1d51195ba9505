import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, step } from '@cw/kernel';
import type { Scene } from '@cw/storage';
import { runsInWorktrees, tasksLeftInStage, tasksWithRuns } from '../queries/list-places.ts';

/** Whether runs and working trees belong together, and what a task is said to be at is really done. */
export async function checkPlaces({ read, home, now, served }: Scene): Promise<readonly Finding[]> {
  const left = served ? [] : await tasksLeftInStage(read);
  return [
    ...worktreesWithoutRun({ home, now }, await tasksWithRuns(read)),
    ...(await runsInWorktrees(read))
      .filter(({ worktree }) => !existsSync(worktree))
      .map(
        ({ runId, taskId, step: at, worktree }): Finding => ({
          check: 'orchestrator.worktrees',
          level: 'problem',
          thing: runId,
          message: `The run ${runId} is in step ${at}, but its worktree ${worktree} is gone.`,
          hint: 'What was committed is on its branch.',
          next: [
            step('Stop it', 'run stop', runId),
            step('Assign the task again to start from scratch', 'assign', taskId),
          ],
        }),
      ),
    ...left.map(
      ({ id, stage }): Finding => ({
        check: 'orchestrator.stages',
        level: 'problem',
        thing: id,
        message: `${id} is marked as ${stage}, but no run or merge request is working on it.`,
        next: [step('Assign it again', 'assign', id)],
      }),
    ),
  ];
}

/** What was made after the database was looked at may well have a run by now. */
function worktreesWithoutRun(
  { home, now }: Pick<Scene, 'home' | 'now'>,
  known: ReadonlySet<string>,
): readonly Finding[] {
  const root = join(home, 'worktrees');
  return foldersIn(root).flatMap((project) =>
    foldersIn(join(root, project))
      .filter((name) => name.startsWith('tk_') && !known.has(name))
      .map((name) => join(root, project, name))
      .filter((path) => statSync(path).ctimeMs < now)
      .map((path) => ({
        check: 'orchestrator.worktrees',
        level: 'problem',
        thing: path,
        message: `The worktree ${path} belongs to no run of this workspace.`,
        hint: `Check its contents with git -C ${path} status; cw does not touch it.`,
      })),
  );
}

function foldersIn(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry: Dirent) => entry.isDirectory())
    .map(({ name }) => name);
}
