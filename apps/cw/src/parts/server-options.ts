import { parseArgs } from 'node:util';
import { Fault } from '@cw/kernel';
import { isLoopback } from '../http/known-hosts.ts';

export type ServerOptions = {
  /** Absent: 4700, or the next that is free. 0: any. */
  readonly port?: number | undefined;
  /** @defaultValue '127.0.0.1' */
  readonly host?: string | undefined;
  /** Needed for a host that other machines reach. */
  readonly allowRemote?: boolean | undefined;
  /** Opens the dashboard in the browser. */
  readonly open?: boolean | undefined;
  /** Serves the dashboard from its source, with hot reload. */
  readonly dev?: boolean | undefined;
};

export type ServerCommandLine = ServerOptions & {
  readonly home: string | undefined;
  readonly json: boolean;
  readonly help: boolean;
};

export const serverHelp = `Usage: cw --server [options]

Serves the dashboard and the API, and runs agents, until interrupted. Agents go on when it stops.

Options:
  --port <n>       port to listen on; 0 takes any (default: 4700, or the next that is free)
  --host <name>    name or address to listen on (default: 127.0.0.1)
  --allow-remote   allow a --host that other machines reach
  --open           open the dashboard in the browser
  --dev            serve the dashboard from its source, with hot reload
  --home <dir>     the workspace (default: CW_HOME, the repository's own, or ~/.cw)
  --json           print where it listens as JSON
`;

/**
 * What `cw --server …` asks for.
 * @throws Fault `usage.invalid`, `server.remote-not-allowed`
 */
export function parseServerOptions(argv: readonly string[]): ServerCommandLine {
  const values = parse(argv);
  const line = {
    port: values.port === undefined ? undefined : parsePort(values.port),
    host: values.host,
    allowRemote: values['allow-remote'] ?? false,
    open: values.open ?? false,
    dev: values.dev ?? false,
    home: values.home,
    json: values.json ?? false,
    help: values.help ?? false,
  };
  checkHost(line);
  return line;
}

/** @throws Fault `server.remote-not-allowed` for a host that other machines reach, unless that is said to be meant */
export function checkHost({ host = '127.0.0.1', allowRemote = false }: ServerOptions): void {
  if (allowRemote || isLoopback(host)) return;
  throw new Fault({
    code: 'server.remote-not-allowed',
    message: `--host ${host} can be reached from other machines, over plain HTTP: whoever can read the traffic can act here, and starting agents means running programs as you.`,
    hint: `A tunnel is safer: ssh -L 4700:127.0.0.1:4700 to this machine. If you do mean it, add --allow-remote.`,
    kind: 'usage',
  });
}

function parse(argv: readonly string[]) {
  try {
    const options = {
      server: { type: 'boolean' },
      port: { type: 'string' },
      host: { type: 'string' },
      'allow-remote': { type: 'boolean' },
      open: { type: 'boolean' },
      dev: { type: 'boolean' },
      home: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    return parseArgs({ args: [...argv], options, strict: true }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usage(error.message.split('. ')[0] ?? error.message, error);
  }
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw usage(`“${text.slice(0, 40)}” is not a valid port; use a number from 0 to 65535`);
}

function usage(message: string, cause?: unknown): Fault {
  return new Fault({
    code: 'usage.invalid',
    message: `${message}.`,
    hint: 'See cw --server --help.',
    kind: 'usage',
    cause,
  });
}
