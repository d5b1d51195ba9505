import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createAgentsModule } from '@cw/agents';
import { Fault } from '@cw/kernel';
import { findHome, workingFolder } from '../cli/home.ts';
import { toStderr, toStdout } from '../cli/output.ts';
import { workspaceAt } from '../cli/workspace.ts';
import { version } from '../version.ts';
import type { CallingRun } from './mcp-endpoint.ts';
import { greet } from './mcp-greeter.ts';

const help = `Usage: cw mcp [--token-file <path>] [--home <dir>]

The door for agents: MCP over standard input and output, for the one run whose token it is given. cw starts it for its
agents; there is no need to start it by hand. The token is read from the file, or from CW_MCP_TOKEN.
`;

/**
 * Serves an agent's tools over this process's standard streams until the agent is gone.
 * @throws Fault `mcp.no-token`, `mcp.token-unreadable`, `mcp.unknown-token`, `usage.invalid`
 */
export async function runMcp(argv: readonly string[]): Promise<number> {
  const values = parse(argv);
  if (values.help) {
    toStdout(help);
    return 0;
  }
  const token = readToken(values['token-file']);
  const home = findHome({ flag: values.home, env: process.env, cwd: workingFolder(process.env) });
  const workspace = workspaceAt(home);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  try {
    const agents = createAgentsModule({ home, storage: workspace.storage, ids: workspace.ids, hostEnv: process.env });
    const findRun = (): Promise<CallingRun | undefined> => agents.findByToken(token);
    if (!(await findRun())) throw unknownToken();
    const report = (error: Error, where: string) => toStderr(`cw ${where}: ${error.message.slice(0, 500)}\n`);
    const { signal } = stop;
    const line = await greet({ input: process.stdin, output: process.stdout }, version, signal);
    if (line === undefined) return 0;
    const { serveTools } = await import('./mcp-tools.ts');
    await serveTools({ workspace, findRun, version, ...line, signal, report });
    return 0;
  } finally {
    workspace.close();
  }
}

function parse(argv: readonly string[]) {
  try {
    const options = {
      'token-file': { type: 'string' },
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
    message: 'cw mcp is for agents: it needs the token of a run, and was given none.',
    hint: 'cw gives it to the agents it starts; people use the other commands.',
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
      hint: 'cw writes one for each run it starts an agent for.',
      cause: error,
    });
  }
}

function unknownToken(): Fault {
  return new Fault({
    code: 'mcp.unknown-token',
    message: 'This token belongs to no run that is under way in this workspace.',
    hint: 'A run that has ended takes its tools with it.',
  });
}
