import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAgentsModule, type RunView } from '@cw/agents';
import { createConfigModule } from '@cw/config';
import { listMerges, type MergeRequestView } from '@cw/integration';
import { type Act, type RecordedEvent, randomId, unwrap } from '@cw/kernel';
import { type ItemFilter, type ItemView, listItems } from '@cw/messages';
import { createProjectsModule } from '@cw/projects';
import { openStorage, type Storage, systemClock } from '@cw/storage';
import { getTask, listTasks, type TaskRow, type TaskView } from '@cw/tasks';
import { leakCheck, type MarkedProcess, processesCarrying, tempHome, type WaitOptions, waitFor } from '@cw/testkit';
import { whoActs } from '../../src/cli/identity.ts';
import { sayReason } from '../../src/cli/reasons.ts';
import { configKeys } from '../../src/config-keys.ts';
import { isCommand, runHere } from './in-process.ts';
import { otherView } from './other-view.ts';
import { program as builtProgram, cleanEnv } from './program.ts';
import { describe, type Envelope, envelopeIn, type Ran, type RunOptions, runCw } from './run-cw.ts';
import { type ServeOptions, type Server, startServer } from './server.ts';

export type Refused = { readonly code: number | null; readonly ran: Ran } & {
  readonly error: Extract<Envelope<never>, { ok: false }>['error'];
};

type SettingPlace = { readonly project: string } | { readonly task: string };

/** A home of the test's own, with the built program at work on it. */
export type Workspace = AsyncDisposable & {
  readonly home: string;
  readonly userHome: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs `cw` with these arguments on this home. */
  readonly run: (args: readonly string[], options?: Partial<RunOptions>) => Promise<Ran>;
  /** The same without starting the program, unless another build than the one under test is at work. */
  readonly runQuick: (args: readonly string[], options?: Omit<Partial<RunOptions>, 'program' | 'user'>) => Promise<Ran>;
  /** The data that `cw … --json` answers, without starting it. @throws Error when it refuses */
  readonly ask: <T>(...args: string[]) => Promise<T>;
  /** How `cw … --json` refuses. @throws Error when it does not */
  readonly refusal: (
    args: readonly string[],
    options?: Omit<Partial<RunOptions>, 'program' | 'user'>,
  ) => Promise<Refused>;
  readonly serve: (
    options?: Pick<ServeOptions, 'port' | 'fault'> & { readonly env?: Record<string, string> },
  ) => Promise<Server>;
  /** Every server that was started here, ended ones too. */
  readonly servers: () => readonly Server[];
  /** The database as it is, over a connection that the test holds. */
  readonly storage: () => Storage;
  /** The person who acts in these tests, for what is prepared without starting a program. */
  readonly act: () => Promise<Act>;
  /** Changes a setting as `cw config set` does, of the workspace unless it is of a project or a task. */
  readonly set: (key: string, value: string, of?: SettingPlace) => Promise<void>;
  readonly events: () => Promise<readonly RecordedEvent[]>;
  /** The task as it is in the database; so are its runs and its merge requests, the newest first. */
  readonly task: (id: string) => Promise<TaskView>;
  /** Rows of all tasks, a thousand at most, by title. */
  readonly tasks: () => Promise<readonly TaskRow[]>;
  readonly runsOf: (taskId: string) => Promise<readonly RunView[]>;
  /** The run of a task whose agent is at work; waits until its process is known, which it is a moment after it began. */
  readonly runAtWork: (taskId: string) => Promise<RunView>;
  readonly mergesOf: (taskId: string) => Promise<readonly MergeRequestView[]>;
  /** What waits for a person, the oldest first; with `open: false` what no longer does, the newest first. */
  readonly inbox: (filter?: ItemFilter) => Promise<readonly ItemView[]>;
  /**
   * Looks each time the database has changed until there is something to see, and answers that: what asks `cw` over and
   * over would hold up what it waits for.
   */
  readonly when: <T>(look: () => Promise<T>, options?: WaitOptions) => ReturnType<typeof waitFor<T>>;
  /** Waits, looking into the database, until this holds for a task. Answers the task. */
  readonly until: (taskId: string, holds: (task: TaskView) => boolean, timeout?: number) => Promise<TaskView>;
};

/**
 * Makes a home and its database. At dispose every process that came of it must be gone.
 * @param beside whether other tests run at the same time
 * @param program the build that is at work, when it is not the one under test
 */
export async function openWorkspace({
  beside = false,
  program,
}: {
  readonly beside?: boolean;
  readonly program?: string;
} = {}): Promise<Workspace> {
  const folder = await tempHome();
  const { path: home, userHome } = folder;
  const leaks = leakCheck(`HOME=${userHome}`, { graceMs: 5_000, timers: !beside });
  const env = cleanEnv(userHome);
  const servers: Server[] = [];
  let storage: Storage | undefined;

  const build = program === undefined ? {} : { program };
  const run: Workspace['run'] = (args, options = {}) =>
    runCw(args, { env: { ...env, CW_HOME: home }, ...build, ...options });
  const runQuick: Workspace['runQuick'] = (args, options = {}) =>
    program === undefined && isCommand(args)
      ? runHere(args, { env: { ...env, CW_HOME: home }, ...options })
      : run(args, options);
  async function ask<T>(...args: string[]): Promise<T> {
    const ran = await runQuick(asJson(args));
    const envelope = envelopeIn<T>(ran);
    if (!envelope.ok || ran.code !== 0) throw new Error(`cw ${args.join(' ')} refused: ${describe(ran)}`);
    return envelope.data;
  }
  const open = () => {
    storage ??= openStorage({ path: join(home, 'cw.db'), migrations: noMigrations, say: sayReason });
    return storage;
  };
  const taskOf = async (id: string) => {
    const task = await getTask(open().read, id);
    if (task === undefined) throw new Error(`there is no task ${id}`);
    return task;
  };
  const placeOf = async (of: SettingPlace | undefined) => {
    if (of === undefined) return { scope: 'workspace', scopeId: '' } as const;
    if ('task' in of) return { scope: 'task', scopeId: of.task } as const;
    const projects = createProjectsModule({ home, storage: open(), clock: systemClock, ids: randomId });
    return { scope: 'project', scopeId: unwrap(await projects.queries.find(of.project)).id } as const;
  };
  const workspace: Workspace = {
    ...{ home, userHome, env, run, runQuick, ask, storage: open },
    refusal: async (args, options) => {
      const ran = await runQuick(asJson(args), options);
      const envelope = envelopeIn<unknown>(ran);
      if (envelope.ok) throw new Error(`cw ${args.join(' ')} was not refused: ${describe(ran)}`);
      return { code: ran.code, ran, error: envelope.error };
    },
    serve: async ({ env: more, ...options } = {}) => {
      const server = await startServer({ home, env: { ...env, ...more }, ...build, ...options });
      servers.push(server);
      return server;
    },
    servers: () => servers,
    act: () => whoActs({ home, storage: open(), clock: systemClock, ids: randomId }, env),
    set: async (key, value, of) => {
      const place = await placeOf(of);
      unwrap(
        await createConfigModule({ storage: open() }, configKeys).commands.set(
          { key, value, ...place },
          await workspace.act(),
        ),
      );
    },
    events: () => open().bus.read(0, 10_000),
    task: taskOf,
    tasks: async () => unwrap(await listTasks(open().read, { all: true, sort: 'title', limit: 1000 })).items,
    runsOf: async (taskId) => {
      const agents = createAgentsModule({ home, storage: open(), hostEnv: {} });
      const { items } = unwrap(await agents.queries.list({ taskId }));
      return Promise.all(items.map(async ({ id }) => unwrap(await agents.queries.show(id))));
    },
    runAtWork: (taskId) =>
      workspace.when(async () => (await workspace.runsOf(taskId)).find(({ step }) => step === 'running'), {
        what: `the agent of ${taskId} to be at work`,
      }),
    inbox: async (filter = {}) => unwrap(await listItems(open().read, filter)).items,
    mergesOf: async (taskId) => unwrap(await listMerges(open().read, { taskId })).items,
    when: (look, options) => waitFor(atEachChange(open(), look), { timeout: 60_000, ...options }),
    until: (taskId, holds, timeout = 60_000) =>
      waitForTask({
        ...{ find: () => taskOf(taskId), holds, timeout, events: () => workspace.events() },
        processes: () => processesCarrying(`HOME=${userHome}`),
        besides: () => otherView({ run, home, pids: servers.map(({ pid }) => pid) }),
      }),
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) await server[Symbol.asyncDispose]();
      storage?.close();
      try {
        await leaks[Symbol.asyncDispose]();
      } finally {
        await folder.remove();
      }
    },
  };
  await initialise(program ?? builtProgram(), join(home, 'cw.db'), () => run(['init']));
  return workspace;
}

/** The database that `cw init` makes, by the build that made it. */
const empty = new Map<string, Buffer>();

/** Makes a workspace's database as `cw init` does; the program itself makes the first one of this worker. */
async function initialise(build: string, database: string, init: () => Promise<Ran>): Promise<void> {
  const bytes = empty.get(build);
  if (bytes !== undefined) return writeFile(database, bytes, { mode: 0o600 });
  const ran = await init();
  if (ran.code !== 0) throw new Error(`cw init failed: ${describe(ran)}`);
  empty.set(build, await readFile(database));
}

/** What looks when the database has changed since it looked last, and else throws. */
function atEachChange<T>(storage: Storage, look: () => Promise<T>): () => Promise<T> {
  let seen: number | undefined;
  return async () => {
    const version = storage.dataVersion();
    if (version === seen) throw new Error('the database has not changed since it was looked at');
    const value = await look();
    seen = version;
    return value;
  };
}

type Waiting = {
  readonly find: () => Promise<TaskView>;
  readonly holds: (task: TaskView) => boolean;
  readonly timeout: number;
  readonly events: () => Promise<readonly RecordedEvent[]>;
  readonly processes: () => Promise<readonly MarkedProcess[]>;
  readonly besides: () => Promise<readonly string[]>;
};

/** Waits for a task; in vain, it tells what happened last and which processes are at work. */
async function waitForTask({ find, holds, timeout, events, processes, besides }: Waiting): Promise<TaskView> {
  let seen: TaskView | undefined;
  const look = async () => {
    seen = await find();
    return holds(seen) ? seen : undefined;
  };
  try {
    return await waitFor(look, { timeout, interval: 50, what: 'what the test waits for on a task' });
  } catch (error) {
    const all = await events();
    const earlier = `earlier: ${all
      .slice(0, -15)
      .map(({ type }) => type)
      .join(' ')}`;
    const told = [earlier, ...all.slice(-15).map(({ type, payload }) => `${type} ${JSON.stringify(payload)}`)];
    const last = `${seen?.status} (${seen?.state}): ${seen?.statusReason ?? seen?.closeReason ?? 'no reason'}`;
    const alive = (await processes()).map(({ pid, command }) => `${pid} ${command.slice(0, 200)}`);
    const other = await besides().catch((failed: unknown) => [String(failed)]);
    throw new Error([`${seen?.id} is ${last}`, ...told, ...alive, ...other].join('\n'), { cause: error });
  }
}

/** Tests only read what the program under test has made. */
function noMigrations(): never {
  throw new Error('the program under test was built from another state of the repository: run scripts/build');
}

/** Before `--`, after which everything is text. */
function asJson(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end < 0 ? [...args, '--json'] : [...args.slice(0, end), '--json', ...args.slice(end)];
}

/** A task that nothing goes on with: closed, or waiting for a person. */
export function isSettled({ status }: TaskView): boolean {
  return status === 'closed' || status === 'blocked';
}
