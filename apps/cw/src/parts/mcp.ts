import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findRunByToken } from '@cw/agents';
import type { Workspace } from '@cw/entry';
import { Fault } from '@cw/kernel';
import { faultBehind } from '@cw/storage';
import { runAbove } from '../cli/ancestors.ts';
import { findHome, workingFolder } from '../cli/home.ts';
import { toStderr, toStdout } from '../cli/output.ts';
import { workspaceAt } from '../cli/workspace.ts';
import { version } from '../version.ts';
import { greet, type Line } from './mcp-greeter.ts';
import type { CallingRun } from './mcp-tools.ts';

const help = `Usage: cw mcp [--as-user | --token-file <path>] [--home <dir>]

An MCP server for agents, over standard input and output. cw starts it for its own agents, for the one run whose token it is
given, in the file or in CW_MCP_TOKEN. With --as-user it is for your own agent program, which may then read and write your
tasks as you; cw setup puts it into the program's configuration.

For an agent in a sandbox cw starts it twice: outside with --listen <folder>, on a socket there, and inside with
--relay <socket>, which needs no token and no workspace.
`;

/**
 * Serves an agent's tools over this process's standard streams until the agent is gone.
 * @throws Fault `mcp.no-token`, `mcp.token-unreadable`, `mcp.unknown-token`, `people.only`, `usage.invalid`
 */
export async function runMcp(argv: readonly string[]): Promise<number> {
  const values = parse(argv);
  if (values.help) {
    toStdout(help);
    return 0;
  }
  const tokenFile = values['token-file'];
  const token = values['as-user'] ? undefined : readToken(tokenFile);
  if (token === undefined) checkMayBeUser(tokenFile);
  const home = findHome({ flag: values.home, env: process.env, cwd: workingFolder(process.env) });
  const workspace = workspaceAt(home);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  try {
    const findRun = token === undefined ? undefined : await runOf(token, workspace);
    const { signal } = stop;
    const serve = serveLine({ workspace, findRun, signal });
    const { listen: folder } = values;
    if (folder === undefined) await serve({ input: process.stdin, output: process.stdout });
    else
      await (await import('./mcp-socket.ts')).listenInFolder({ folder, input: process.stdin, signal, serve, report });
    return 0;
  } finally {
    workspace.close();
  }
}

type Serving = {
  readonly workspace: Workspace;
  readonly findRun: (() => Promise<CallingRun | undefined>) | undefined;
  readonly signal: AbortSignal;
};

/** Serves whoever is at the other end of a line, until that is gone. */
function serveLine({ workspace, findRun, signal }: Serving): (line: Line) => Promise<void> {
  const as = { set: findRun ? 'run' : 'user', version } as const;
  return async (line) => {
    const greeted = await greet(line, as, signal);
    if (greeted === undefined) return;
    const { serveRunTools, serveUserTools } = await import('./mcp-tools.ts');
    const faultOf = (error: unknown) => faultBehind(error, workspace.storage.path);
    const served = { workspace, version, ...greeted, signal, report, faultBehind: faultOf };
    await (findRun ? serveRunTools(served, findRun) : serveUserTools(served, process.env));
  };
}

function report(error: Error, where: string): void {
  toStderr(`cw ${where}: ${error.message.slice(0, 500)}\n`);
}

/** How the run of a token is found again at every call. @throws Fault when there is none now */
async function runOf(token: string, { storage }: Workspace): Promise<() => Promise<CallingRun | undefined>> {
  const findRun = () => findRunByToken(storage.read, token);
  if (!(await findRun())) throw unknownToken();
  return findRun;
}

/** An agent of cw does not become the person it works for. */
function checkMayBeUser(tokenFile: string | undefined): void {
  if (tokenFile !== undefined) {
    const message = '--as-user and --token-file cannot be combined.';
    throw new Fault({ code: 'usage.invalid', message, hint: 'Give one of them.', kind: 'usage' });
  }
  const runId = runAbove(process.env);
  if (runId === undefined) return;
  throw new Fault({
    code: 'people.only',
    message: `cw mcp --as-user is for people's own agents; this process belongs to the run ${runId}.`,
    hint: 'Use the cw tools that the run was given.',
  });
}

function parse(argv: readonly string[]) {
  try {
    const options = {
      'as-user': { type: 'boolean' },
      'token-file': { type: 'string' },
      listen: { type: 'string' },
      home: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    return parseArgs({ args: [...argv], options, strict: true }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = `${error.message.split('. ')[0]}.`;
    throw new Fault({ code: 'usage.invalid', message, hint: 'See cw mcp --help.', kind: 'usage', cause: error });
  }
}

function readToken(path: string | undefined): string {
  const token = path === undefined ? process.env.CW_MCP_TOKEN : readTokenFile(path);
  if (token !== undefined && token.trim() !== '') return token.trim();
  throw new Fault({
    code: 'mcp.no-token',
    message: 'cw mcp was given no run token.',
    hint: 'cw passes one to the agents it starts. For your own agent program use cw mcp --as-user, which cw setup configures.',
    kind: 'usage',
  });
}

function readTokenFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Fault({
      code: 'mcp.token-unreadable',
      message: `The token file ${path} cannot be read.`,
      hint: 'cw writes one for each run with an agent.',
      cause: error,
    });
  }
}

function unknownToken(): Fault {
  return new Fault({
    code: 'mcp.unknown-token',
    message: 'This token does not belong to a running run of this workspace.',
    hint: 'When a run ends, its tools end with it.',
  });
}
