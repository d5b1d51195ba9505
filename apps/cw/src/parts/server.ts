import { plainLine } from '@cw/entry';
import { Fault } from '@cw/kernel';
import { runAbove } from '../cli/ancestors.ts';
import { exitCodes } from '../cli/execute.ts';
import { findHome, workingFolder } from '../cli/home.ts';
import { isPrinted, toStderr, toStdout } from '../cli/output.ts';
import { styleFor } from '../cli/style.ts';
import type { SystemStatus } from '../http/system-router.ts';
import { version } from '../version.ts';
import { faultPoint } from './fault-point.ts';
import { openBrowser } from './open-browser.ts';
import { parseServerOptions, serverHelp } from './server-options.ts';
import { type RunningServer, startServer } from './start-server.ts';
import { tellFromNow } from './tell-event.ts';

/** How long stopping may take before the process ends all the same, in milliseconds. */
const patience = 10_000;

/**
 * `cw --server`: serves until interrupted. Agents go on when it stops; the next server takes them up.
 * @returns the exit code
 * @throws Fault where it cannot start
 */
export async function runServer(argv: readonly string[]): Promise<number> {
  const options = parseServerOptions(argv);
  if (options.help) {
    toStdout(serverHelp);
    return 0;
  }
  refuseBelowRun();
  const home = findHome({ flag: options.home, env: process.env, cwd: workingFolder(process.env) });
  const interrupted = interruption();
  const server = await startServer({ ...options, home, watchStep: faultPoint(process.env) });
  const crashed = crash(server.report);
  const link = server.link().url;
  try {
    toStdout(options.json ? asJson(server, link) : await asText(server, link));
  } catch (error) {
    await server.stop();
    throw error;
  }
  if (options.open && !(await openBrowser(link))) toStderr('No browser could be opened; use the link.\n');
  const quiet = new AbortController();
  if (!options.json) tellOf(server, quiet.signal);
  const code = await Promise.race([interrupted, crashed, server.outdated.then(() => exitCodes.refused)]);
  if (!options.json) isPrinted(() => toStdout('Stopping. Agents continue; the next server picks them up.\n'));
  setTimeout(() => process.exit(code), patience).unref();
  quiet.abort();
  await server.stop();
  return code;
}

/**
 * Its link signs in as a person, and it would go with the run.
 * @throws Fault `people.only`
 */
function refuseBelowRun(): void {
  const runId = runAbove(process.env);
  if (runId === undefined) return;
  throw new Fault({
    code: 'people.only',
    message: `cw --server is for people; this shell belongs to the run ${runId}.`,
    hint: 'Say in your result what you need; a person decides.',
  });
}

/** Prints what happens to tasks, for who watches. */
function tellOf({ workspace, modules, report }: RunningServer, signal: AbortSignal): void {
  const titleOf = async (taskId: string) => (await modules.tasks.queries.get(taskId))?.title;
  const projectOf = async (projectId: string) => (await modules.projects.queries.get(projectId))?.name;
  const say = (line: string) => toStdout(`${line}\n`);
  tellFromNow({ bus: workspace.storage.bus, titleOf, projectOf, say, style: styleFor(1, process.env), signal }).catch(
    (error: unknown) => report(error instanceof Error ? error : new Error(String(error)), 'events'),
  );
}

/** Resolves when the process is asked to end; asked twice, it ends at once. */
function interruption(): Promise<number> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(1);
        asked = true;
        resolve(0);
      });
    }
  });
}

/** Resolves at an error that nothing caught: the log has it, and what state is left is not to be trusted. */
function crash(report: RunningServer['report']): Promise<number> {
  return new Promise((resolve) => {
    process.on('uncaughtException', (error) => {
      report(error, 'uncaught');
      resolve(70);
    });
  });
}

async function asText(server: RunningServer, link: string): Promise<string> {
  const { dispatching, pauses } = await server.status();
  const other = `started by ${dispatching.holder ?? 'another server'} (pid ${dispatching.pid ?? 'unknown'}); this one takes over when that ends`;
  return [
    `Codewalkers ${version} at ${server.url}`,
    `  open       ${link}  (once, within ten minutes; cw open makes another)`,
    `  workspace  ${server.home}`,
    `  agents     ${dispatching.me ? 'started from here' : other}`,
    ...pauses.map((pause) => `  paused     ${plainLine(sayPause(pause))}`),
    '',
  ].join('\n');
}

/** What is paused, by whom and why, and what ends that. */
function sayPause({ projectName, pausedBy, reason }: SystemStatus['pauses'][number]): string {
  const where = projectName === null ? 'everything' : `the project ${projectName}`;
  const end = projectName === null ? 'cw resume' : `cw resume --project ${projectName}`;
  return `${where}, by ${pausedBy}${reason === null ? '' : ` (${reason})`}: no agent is started until ${end}`;
}

function asJson(server: RunningServer, link: string): string {
  const { url, port, home } = server;
  return `${JSON.stringify({ ok: true, data: { url, port, link, home, version, pid: process.pid } })}\n`;
}
