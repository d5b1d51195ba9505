import { realpathSync } from 'node:fs';
import { doorInside, type McpServer, type OwnProgram, type WayOutPrograms, wayOutPlaces } from '@cw/agents';
import type { Workspace } from '@cw/entry';
import { Fault, isFault, toIso } from '@cw/kernel';
import { type StepWatch, watchNothing } from '@cw/orchestrator';
import { faultBehind, findDispatcher, glanceAt } from '@cw/storage';
import { readWatchdog } from '@cw/upkeep';
import { ensureOwner } from '@cw/users';
import { selfCommand, webFile } from '../assets.ts';
import { type OpenWorkspace, workspaceAt } from '../cli/workspace.ts';
import { compose, type Modules } from '../compose.ts';
import { serverHealth } from '../health/server-health.ts';
import { isStopped } from '../health/server-process.ts';
import { createHttpApp } from '../http/app.ts';
import { type DevDashboard, startDevDashboard } from '../http/dev-dashboard.ts';
import { reachableName } from '../http/known-hosts.ts';
import { createLiveFeed, type LiveFeed } from '../http/live-messages.ts';
import { createOneTimeLinks } from '../http/one-time-links.ts';
import { createOutputHints } from '../http/output-hints.ts';
import { createAppRouter } from '../http/router.ts';
import { workspaceSecret } from '../http/secret.ts';
import { findServer, type ServerInfo } from '../http/server-file.ts';
import { mintLink } from '../http/session-routes.ts';
import { createSessions, type Sessions } from '../http/sessions.ts';
import type { SystemStatus } from '../http/system-router.ts';
import { systemStatus } from '../http/system-status.ts';
import { version } from '../version.ts';
import { createAnnouncement } from './announcement.ts';
import { keepDispatching } from './dispatching.ts';
import { listen } from './listen.ts';
import { serverLog } from './server-log.ts';
import { checkHost, type ServerOptions } from './server-options.ts';
import { createStandby, holderAt, type Standby } from './standby.ts';

export type StartServer = ServerOptions & {
  readonly home: string;
  /** Told before and after each step of a run; for tests that end the process there. */
  readonly watchStep?: StepWatch;
};

export type RunningServer = {
  readonly url: string;
  readonly port: number;
  readonly home: string;
  readonly modules: Modules;
  readonly workspace: Workspace;
  /** A fresh one-time link into the dashboard. */
  link(path?: string): { readonly url: string; readonly expiresAt: string };
  status(): Promise<SystemStatus>;
  /** Puts an error into the server's log. */
  report(error: Error, where: string): void;
  /** Resolves when a newer program has brought the database on, after which this one can write nothing more. */
  readonly outdated: Promise<Fault>;
  /** Lets go of everything; agents go on. */
  stop(): Promise<void>;
};

/**
 * Starts the server of a workspace in this process: API, events, dashboard, and, unless another process does, agents.
 * @throws Fault `server.port-taken`, `server.remote-not-allowed`, `server.no-dev-server`, and those of the database
 */
export async function startServer(options: StartServer): Promise<RunningServer> {
  checkHost(options);
  const undo: Undo[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const core = await openCore(options, undo);
    const served = await serveCore(options, core, undo);
    await beginDispatching(core, served, undo);
    const { workspace, modules, status, report, outdated } = core;
    // Nobody waits for it: an agent that needs it does.
    modules.agents.sandbox.state().catch((error: Error) => report(error, 'sandbox'));
    return { ...served, home: workspace.home, modules, workspace, status, report, outdated, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What was begun, to be ended in reverse order. */
type Undo = () => unknown;

type Core = {
  readonly workspace: OpenWorkspace;
  readonly modules: Modules;
  readonly feed: LiveFeed;
  readonly sessions: Sessions;
  readonly status: () => Promise<SystemStatus>;
  readonly report: (error: Error, where: string) => void;
  readonly standby: Standby;
  readonly outdated: Promise<Fault>;
};

type Served = Pick<RunningServer, 'url' | 'port' | 'link'> & { readonly info: ServerInfo };

/** Database and modules, with nothing of the network yet. */
async function openCore(options: StartServer, undo: Undo[]): Promise<Core> {
  const workspace = workspaceAt(options.home);
  undo.push(() => workspace.close());
  const { home, storage, clock } = workspace;
  glanceAt(storage.path);
  const hints = createOutputHints();
  const feed = createLiveFeed(storage.bus, hints);
  undo.push(() => feed.close());
  const { report, outdated } = watchForNewer(serverLog(home, clock));
  const modules = compose(workspace, {
    hostEnv: process.env,
    mcpServer: (tokenFile) => mcpServer(home, tokenFile),
    mcpDoor: (tokenFile, folder) => mcpDoor(home, tokenFile, folder),
    wayOut,
    onOutput: hints.output,
    onError: (error) => report(error instanceof Error ? error : new Error(String(error)), 'orchestrator'),
    watchStep: options.watchStep ?? watchNothing,
  });
  const sessions = createSessions(workspaceSecret(home), clock);
  const status = () => systemStatus(workspace, modules.orchestrator.loop, version);
  const standby = createStandby({
    home,
    clock,
    report,
    findDispatcher: () => findDispatcher(storage.read),
    readWatchdog: () => readWatchdog(storage.read, home, false),
  });
  return { workspace, modules, feed, sessions, status, standby, report, outdated };
}

/** A log that also tells when an error in it means that this program is too old for the database by now. */
function watchForNewer(log: Core['report']): Pick<Core, 'report' | 'outdated'> {
  let tell: (fault: Fault) => void = () => {};
  const outdated = new Promise<Fault>((resolve) => {
    tell = resolve;
  });
  return {
    outdated,
    report: (error, where) => {
      log(error, where);
      if (isFault(error) && error.code === 'storage.newer') tell(error);
    },
  };
}

/** Opens the port. */
async function serveCore(options: StartServer, core: Core, undo: Undo[]): Promise<Served> {
  const { workspace, modules, feed, sessions, status, standby, report } = core;
  const { storage, clock } = workspace;
  const orchestrator = modules.orchestrator.loop;
  const health = serverHealth({ workspace, orchestrator, silent: standby.silent, info: () => ({ ...me, url }) });
  const host = options.host ?? '127.0.0.1';
  const startedAt = toIso(clock.now());
  const me = { pid: process.pid, version, startedAt };
  const owner = await ensureOwner(storage);
  const links = createOneTimeLinks(clock);
  let url = '';
  const app = await createHttpApp({
    router: createAppRouter({ modules, storage, feed, system: { status, health } }),
    caller: {
      act: { actor: { kind: 'user', ...owner } },
      holder: { name: owner.name, kind: 'person' },
      faultBehind: (error) => faultBehind(error, storage.path),
    },
    dashboard: options.dev ? await devDashboard(undo) : webFile,
    url: () => url,
    sessions,
    links,
    version,
    startedAt,
    host,
    report,
  });
  undo.push(() => app.close());
  const port = await listen(app.fastify, host, options.port).catch(async (error) => {
    throw (await alreadyServed(error, workspace.home, options.port)) ?? error;
  });
  url = `http://${reachableName(host)}:${port}`;
  const info = { ...me, url, token: sessions.token };
  return { url, port, info, link: (path) => mintLink({ links, url: () => url }, path) };
}

/** What to say instead where the port is taken by the server that this very workspace has. */
async function alreadyServed(error: unknown, home: string, port: number | undefined): Promise<Fault | undefined> {
  if (!isFault(error) || error.code !== 'server.port-taken') return undefined;
  const other = await findServer(home);
  if (other === undefined || Number(new URL(other.url).port) !== port) return undefined;
  return new Fault({
    code: 'server.port-taken',
    message: `The server of this workspace is already running, at ${other.url} (pid ${other.pid}).`,
    hint: 'Open it with cw open. For a second one, give another --port, or none to use the next free one.',
    kind: 'unavailable',
    cause: error,
  });
}

/** The file tells other processes of the server that dispatches, or else of the first that serves. */
async function beginDispatching(core: Core, { url, info }: Served, undo: Undo[]): Promise<void> {
  const { workspace, modules, standby, report } = core;
  const { home } = workspace;
  const orchestrator = modules.orchestrator.loop;
  const announcement = createAnnouncement({
    home,
    info,
    isFirst: orchestrator.isDispatching,
    onError: (error) => report(error, 'server.json'),
  });
  undo.push(announcement.withdraw);
  const dispatching = await keepDispatching({
    orchestrator,
    holder: holderAt(url),
    onTaken: announcement.announce,
    whileWaiting: async () => {
      if (await standby.look()) announcement.announce();
    },
    report,
  });
  undo.push(() => dispatching.stop());
  const other = orchestrator.isDispatching() ? undefined : await findServer(home);
  if (other === undefined || isStopped(other.pid)) announcement.announce();
}

async function devDashboard(undo: Undo[]): Promise<DevDashboard> {
  const program = process.argv[1];
  const dashboard = await startDevDashboard([...(program ? [realpathSync(program)] : []), process.cwd()]);
  undo.push(() => dashboard.close());
  return dashboard;
}

/** How an agent starts this program as the door to its tools. */
function mcpServer(home: string, tokenFile: string): McpServer {
  return mcp('--token-file', tokenFile, '--home', home);
}

/** The same in two, with the walls of a sandbox in between. */
function mcpDoor(home: string, tokenFile: string, folder: string): { server: McpServer; relay: McpServer } {
  return {
    server: mcp('--token-file', tokenFile, '--home', home, '--listen', folder),
    relay: mcp('--relay', doorInside),
  };
}

function mcp(...options: readonly string[]): McpServer {
  return ownPart('mcp', ...options);
}

/** The two halves of the way out of a private network. */
function wayOut(logDir: string): WayOutPrograms {
  const { outside, inside } = wayOutPlaces(logDir);
  return {
    serve: ownPart('network', '--serve', outside.socket, outside.rules),
    lead: ownPart('network', '--lead', String(inside.port), inside.socket),
  };
}

function ownPart(...options: readonly string[]): OwnProgram {
  const { command, args } = selfCommand();
  // It checks no certificates, and every Node that is told of further ones reads them all before it starts.
  return { command, args: [...args, ...options], env: { NODE_EXTRA_CA_CERTS: '' } };
}
