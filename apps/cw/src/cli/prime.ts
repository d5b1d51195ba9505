import { findRun } from '@cw/agents';
import { type CliContext, type CliRun, cut, type FolderProject, plainLine } from '@cw/entry';
import { err, ok, unwrap } from '@cw/kernel';
import { heldTasks, lastCheckpoints, listTasks, showAny, type TaskRow, type TaskState, taskRefusal } from '@cw/tasks';
import { runAbove } from './ancestors.ts';

/** Characters of a thousand tokens, estimated at four a token. */
const room = 4_000;
const taskTokens = 780;
const rows = 5;

/** `cw prime`: what an agent has to know of the tracker and of where its work stands, in under a thousand tokens. */
export const prime: CliRun = async (_input, context) => {
  const runId = runAbove(context.env);
  return runId === undefined ? forSession(context) : forRun(runId, context);
};

async function forRun(runId: string, context: CliContext): ReturnType<CliRun> {
  const { workspace } = context;
  const found = await findRun(workspace.storage.read, runId);
  if (!found.ok) {
    return err({
      code: 'run.not-found',
      message: `This shell belongs to the run ${runId}, which is not in the workspace ${workspace.home}.`,
      hint: 'Use the cw tools of the run; they know its workspace.',
    });
  }
  const task = await showAny(workspace.storage.read, found.value.taskId, taskTokens);
  if (!task.ok) return err(taskRefusal(task.error));
  const text = `${runIntroduction(runId)}\n\n${task.value.text}`;
  return ok({ data: { run: runId, task: task.value.structured, text }, ids: [found.value.taskId], text: () => text });
}

function runIntroduction(runId: string): string {
  return [
    `You work on one task of cw, as the run ${runId}. From this shell cw shows tasks and changes nothing; use your tools:`,
    'task_show, task_progress, task_checkpoint_add, task_comment, task_propose_follow_up, task_search, task_artifact_add.',
    'What ends the task is your structured result. Your task now:',
  ].join('\n');
}

async function forSession(context: CliContext): ReturnType<CliRun> {
  const { workspace } = context;
  const { read } = workspace.storage;
  const project = await context.folderProject();
  const held = (await heldTasks(read, (await context.holder()).name)).slice(0, rows);
  const page = async (state: TaskState) => {
    const wanted = { state: [state], projectId: project?.id, limit: rows, sort: 'priority' };
    return unwrap(await listTasks(read, wanted));
  };
  const [ready, inProgress, needsYou] = [await page('ready'), await page('in-progress'), await page('needs-you')];
  const counts = { ready: ready.total, inProgress: inProgress.total, needsYou: needsYou.total };
  const parts = [
    introduction(workspace.home, project),
    `${counts.ready} ready, ${counts.inProgress} in progress, ${counts.needsYou} waiting for a person.`,
    section('You hold', await heldLines(held, context)),
    section('Ready, most urgent first', ready.items.map(line)),
    howTo,
  ];
  const text = parts
    .filter((part) => part !== '')
    .join('\n\n')
    .slice(0, room);
  const told = { project: project?.name ?? null, counts, held: held.map(short), ready: ready.items.map(short) };
  return ok({
    data: { workspace: workspace.home, ...told, text },
    ids: [...held, ...ready.items].map(({ id }) => id),
    text: () => text,
  });
}

function introduction(home: string, project: FolderProject | undefined): string {
  const where = cut(plainLine(home), 120);
  const whose = project === undefined ? '' : ` You are in the project ${cut(plainLine(project.name), 80)}.`;
  return `cw keeps the tasks of this machine, in ${where}.${whose} Write down there what is to be done, not in lists of your own.`;
}

const howTo = `How to work:
cw task ready                              what can be started
cw task claim <id>                         take it; cw task heartbeat <id> keeps it, cw task release <id> gives it back
cw task show <id>                          all of it, with comments and checkpoints
cw task checkpoint add <id> "…"            what is done and left to do, so that another session can go on
cw task comment <id> "…"                   a finding, a decision, a question
cw task create "…" -d "…" --deps discovered-from:<id>    work that you find: write it down, do not do it
cw task dep add <id> --needs <id>          what has to be done first
cw task search <words>                     whether it is known already
cw task close <id> --reason "…"            done; --outcome failed or cancelled
Every command takes --json, and --help tells the rest. Plans are approved, and agents started, by people only.`;

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`${title}:`, ...lines].join('\n');
}

async function heldLines(held: readonly TaskRow[], { workspace }: CliContext): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const row of held) {
    const [last] = await lastCheckpoints(workspace.storage.read, row.id, 1);
    lines.push(line(row), ...(last ? [`  last checkpoint: ${cut(plainLine(last.text), 160)}`] : []));
  }
  return lines;
}

function line({ id, title, priority, type }: TaskRow): string {
  return `${id} ${cut(plainLine(title), 90)} (${priority}, ${type})`;
}

function short({ id, title, state, priority, type }: TaskRow) {
  return { id, title, state, priority, type };
}
