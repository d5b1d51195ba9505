import { join } from 'node:path';
import type { CliContext, CliRun, Refusal, Style } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { listProjects } from '@cw/projects';
import { followEvents, lostDatabase, namesIn } from '@cw/storage';
import { listTasks, type TaskView } from '@cw/tasks';
import { openBrowser } from '../parts/open-browser.ts';
import type { RunningServer } from '../parts/start-server.ts';
import { taskToldOf, tellEvent } from '../parts/tell-event.ts';
import { makeRepository } from './demo/make-repository.ts';
import { addSampleProject, makeTasks } from './demo/make-tasks.ts';
import { files, projectName, tasks as sampleTasks } from './demo/sample.ts';

/** `cw demo`: the whole flow on a sample repository, with scripts in the place of agents. */
export const demo: CliRun = async (input, context) => {
  const { home } = context.workspace;
  const port = input.option('port');
  if (port !== undefined && !/^\d{1,5}$/.test(port)) {
    return err({
      code: 'usage.invalid',
      message: `Invalid port ${port}.`,
      hint: 'Give a number, or 0 for any.',
      kind: 'usage',
    });
  }
  const inUse = refuseOtherFolder(home) ?? (await refuseUsedHome(context));
  if (inUse !== undefined) return err(inUse);
  const act = await context.act();
  const { startServer } = await import('../parts/start-server.ts');
  const server = await startServer({ home, ...(port === undefined ? {} : { port: Number(port) }) });
  try {
    const link = server.link('/tasks').url;
    const lives = input.flag('keep-running') ? 'until you press Ctrl-C' : 'while the demo runs';
    context.note(`${context.style.bold('Dashboard')}  ${link}  ${context.style.dim(`(${lives})`)}\n`);
    if (input.flag('open')) await openBrowser(link);
    const repository = join(home, 'demo', projectName);
    await makeRepository(repository, files);
    const project = await addSampleProject(server.modules, repository, act);
    context.note(
      `Created a sample repository at ${repository} and added it as project ${context.style.bold(project.name)}.`,
    );
    const made = await makeTasks(server.modules, { project: project.id, tasks: sampleTasks }, act);
    context.note(
      `Created ${made.length} tasks with dependencies and assigned them. Agents start when a task is ready.\n`,
    );
    await followToEnd(server, made, context);
    const ended = await currentTasks(server, made);
    if (input.flag('keep-running')) await untilInterrupted(context);
    return ok({
      data: { home, repository, projectId: project.id, tasks: ended },
      ids: ended.map((task) => task.id),
      text: (style) => closing({ home, repository, tasks: ended, explicitHome: context.env.HOME === undefined }, style),
    });
  } finally {
    await server.stop();
  }
};

const elsewhere = 'Run cw demo --home with a folder that does not exist yet.';

/** Nothing is put among files that are no workspace's. */
function refuseOtherFolder(home: string): Refusal | undefined {
  const names = namesIn(home);
  if (names.length === 0 || names.includes('cw.db') || lostDatabase(join(home, 'cw.db')) !== undefined)
    return undefined;
  return {
    code: 'demo.folder-not-empty',
    message: `${home} has other files in it (such as ${names[0]}); the demo needs a folder of its own.`,
    hint: elsewhere,
  };
}

async function refuseUsedHome({ workspace }: CliContext): Promise<Refusal | undefined> {
  const { read } = workspace.storage;
  const tasks = await listTasks(read, { limit: 1 });
  const unused = tasks.ok && tasks.value.total === 0 && (await listProjects(read, workspace.home)).length === 0;
  if (unused) return undefined;
  return {
    code: 'demo.home-in-use',
    message: `The workspace ${workspace.home} already has projects or tasks; the demo needs its own.`,
    hint: elsewhere,
  };
}

/** Prints what happens as it happens, until every task is closed or waits: for a person, or for one that does. */
async function followToEnd(server: RunningServer, made: readonly TaskView[], context: CliContext): Promise<void> {
  const { bus } = server.workspace.storage;
  const titles = new Map(made.map((task) => [task.id, task.title]));
  const stop = new AbortController();
  context.signal.addEventListener('abort', () => stop.abort());
  for await (const event of followEvents(bus, 0, stop.signal)) {
    const title = titles.get(taskToldOf(event) ?? '');
    const line = title === undefined ? undefined : tellEvent(event, title, context.style);
    if (line !== undefined) context.note(line);
    if (/^task\.(closed|blocked)$/.test(event.type) && (await settled(server, made))) stop.abort();
  }
}

async function settled(server: RunningServer, made: readonly TaskView[]): Promise<boolean> {
  const tasks = await currentTasks(server, made);
  return tasks.every(
    ({ status, state }) => status === 'closed' || status === 'blocked' || state === 'waiting' || state === 'limited',
  );
}

async function currentTasks(server: RunningServer, made: readonly TaskView[]): Promise<readonly TaskView[]> {
  const found = await Promise.all(made.map((task) => server.modules.tasks.queries.get(task.id)));
  return found.flatMap((task) => (task === undefined ? [] : [task]));
}

function untilInterrupted(context: CliContext): Promise<void> {
  context.note('\nThe server runs until you press Ctrl-C.');
  return new Promise((resolve) => {
    if (context.signal.aborted) resolve();
    context.signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

type Ended = {
  readonly home: string;
  readonly repository: string;
  readonly tasks: readonly TaskView[];
  readonly explicitHome: boolean;
};

function closing({ home, repository, tasks }: Ended, style: Style): string {
  const done = tasks.filter((task) => task.status === 'closed').length;
  const stuck = tasks.filter((task) => task.status === 'blocked');
  const behind = tasks.filter((task) => task.state === 'waiting').length;
  const [waiting] = stuck;
  const waits = stuck.length === 1 ? '1 waits for you' : `${stuck.length} wait for you`;
  const told = behind === 0 ? waits : `${waits}, and ${behind} for ${stuck.length === 1 ? 'that one' : 'those'}`;
  const cw = `cw --home ${home}`;
  const next = [
    [`git -C ${repository} log --oneline --graph cw/next`, 'what was merged'],
    [`${cw} --server --open`, 'the dashboard, with every log'],
    ...(waiting === undefined ? [] : [[`${cw} task show ${waiting.id}`, 'the task that waits for you, and why']]),
    [`${cw} run list`, 'what the agents did'],
    ['cw demo --keep-running --home <a new folder>', 'this again, with the dashboard left open'],
    ['cw project add <path of a repository> --check "<its tests>"', 'your own work'],
    ['cw task create "<what you want>" && cw assign <id>', 'and a real agent on it'],
  ];
  const wide = Math.max(...next.map(([command = '']) => command.length));
  return [
    '',
    `${style.green(`${done} tasks merged`)}${waiting === undefined ? '' : `, ${style.yellow(told)}`}. Your checkout was not touched: the work is on cw/next.`,
    '',
    style.bold('Try next'),
    ...next.map(([command = '', what = '']) => `  ${command.padEnd(wide)}  ${style.dim(what)}`),
  ].join('\n');
}
