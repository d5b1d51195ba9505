import { spawn } from 'node:child_process';
import { program } from './program.ts';
import { ended, type Ran } from './run-cw.ts';

export type TerminalOptions = {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** @defaultValue 24 */
  readonly rows?: number;
  /** What is typed. */
  readonly typed?: string;
};

/** A program on a terminal of its own, with what was printed there so far. */
export type OnTerminal = {
  readonly said: () => string;
  readonly type: (text: string) => void;
  readonly over: Promise<Ran>;
};

/** Starts the built `cw` on a terminal of 80 columns. */
export function startOnTerminal(
  args: readonly string[],
  { env, cwd = '/', rows = 24, typed }: TerminalOptions,
): OnTerminal {
  const words = [program(), ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const line = `stty rows ${rows} cols 80 -echo; exec ${words}`;
  const { COLUMNS: _, ...rest } = env;
  const child = spawn('script', ['-qec', line, '/dev/null'], { cwd, env: { TERM: 'xterm', ...rest } });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  child.stdin.on('error', () => {});
  if (typed !== undefined) child.stdin.write(typed);
  return { said: () => said, type: (text) => void child.stdin.write(text), over: ended(child) };
}

/** The same to its end. */
export function runOnTerminal(args: readonly string[], options: TerminalOptions): Promise<Ran> {
  return startOnTerminal(args, options).over;
}
