import { basename, dirname } from 'node:path';
import {
  abilitiesOf,
  buildPrompt,
  buildResumePrompt,
  inputText,
  isHandover,
  listAttempts,
  type PromptInput,
  type RunRecord,
  readInput,
  sandboxHostsKey,
  sandboxKey,
  sandboxNetworkKey,
  writePrompt,
} from '@cw/agents';
import { readSetting } from '@cw/config';
import { unwrap } from '@cw/kernel';
import type { ProjectView } from '@cw/projects';
import type { ReadDb } from '@cw/storage';
import { dependencyResults, getPlan, getTask, lastCheckpoints, type TaskView, taskComments } from '@cw/tasks';
import type { Reached } from '../commands/advance-run.ts';
import type { Driving } from '../deps.ts';
import { noteWithMessages } from '../messages/carry-messages.ts';
import { projectOf } from './project-of.ts';
import { worktreeOf } from './worktree-of.ts';

/** Instructions that repositories hold for agents; with its own settings off, the program does not read them itself. */
const agentFiles = ['AGENTS.md', 'CLAUDE.md'];

/** Puts the prompt together and stores it as it will be given, with the files it was made from. */
export async function writeRunPrompt(deps: Driving, run: RunRecord): Promise<Reached> {
  const { project } = await projectOf(deps, run.projectId);
  const { worktree, branch } = worktreeOf(run);
  const { read } = deps.storage;
  const task = await mustGet(read, run.taskId);
  const note = await noteWithMessages(read, run);
  const all = await listAttempts(read, task.id);
  const handedOver = isHandover(run, all);
  if (run.resumes !== null && !handedOver) {
    const before = unwrap(await deps.agents.queries.find(run.resumes));
    const checkpoints = await lastCheckpoints(read, task.id);
    writePrompt(deps.agents.logDir(run.id), buildResumePrompt({ task, branch, before, checkpoints, note }), []);
    return { runId: run.id, step: 'spawn' };
  }
  const own = agentFiles.map((name) => readInput(worktree, name)).filter((file) => file.content !== null);
  const given = [...own, ...contextOf(project)];
  const attempts = all.filter((other) => other.attempt < run.attempt);
  const plan = await getPlan(read, task.id);
  const prompt = buildPrompt({
    task,
    plan: plan?.approvedAt ? plan : null,
    checkpoints: await lastCheckpoints(read, task.id),
    project: projectPart(project),
    branch,
    parents: await parentsOf(read, task),
    files: given.flatMap((file) => {
      const text = inputText(file);
      return text === undefined ? [] : [{ name: file.name, text }];
    }),
    dependencies: await resultsOfNeeded(read, task.id),
    comments: (await taskComments(read, task.id)).items,
    attempts,
    note,
    handedOver,
    tools: abilitiesOf(run.provider).tools,
    ...(await wallsOf(read, { project: run.projectId, task: task.id })),
  });
  writePrompt(deps.agents.logDir(run.id), prompt.text, given);
  return { runId: run.id, step: 'spawn' };
}

/** The walls that the settings ask for. */
async function wallsOf(
  read: ReadDb,
  scope: { readonly project: string; readonly task: string },
): Promise<Pick<PromptInput, 'sandboxed' | 'privateNetwork'>> {
  const isPrivate = (await readSetting(read, sandboxNetworkKey, scope)).value === 'private';
  return {
    sandboxed: (await readSetting(read, sandboxKey, scope)).value === 'on',
    privateNetwork: isPrivate ? (await readSetting(read, sandboxHostsKey, scope)).value : null,
  };
}

/** What the task needs, with what was said of it by the run that did it, or else by whoever closed it. */
async function resultsOfNeeded(read: ReadDb, taskId: string): Promise<PromptInput['dependencies']> {
  const results: PromptInput['dependencies'][number][] = [];
  for (const needed of await dependencyResults(read, taskId)) {
    const runs = await listAttempts(read, needed.id);
    const done = runs.findLast((run) => run.outcome === 'done');
    results.push({ ...needed, summary: done?.summary ?? needed.closeReason });
  }
  return results;
}

/** The file that the project's people chose for agents, wherever on this machine it lies. */
function contextOf({ contextFile }: ProjectView): readonly ReturnType<typeof readInput>[] {
  if (contextFile === null) return [];
  return [{ ...readInput(dirname(contextFile), basename(contextFile)), name: contextFile }];
}

function projectPart(project: ProjectView): PromptInput['project'] {
  return { name: project.name, goal: project.goal, constraints: project.constraints };
}

async function mustGet(db: ReadDb, id: string): Promise<TaskView> {
  const task = await getTask(db, id);
  if (task === undefined) throw new Error(`the task ${id} is gone`);
  return task;
}

async function parentsOf(db: ReadDb, task: TaskView): Promise<PromptInput['parents']> {
  const parents: TaskView[] = [];
  for (let id = task.parentId; id !== null && parents.length < 10; ) {
    const parent = await mustGet(db, id);
    parents.push(parent);
    id = parent.parentId;
  }
  return parents;
}
