import { constants, fstatSync, readFileSync } from 'node:fs';
import type { InputFile, Style } from '@cw/entry';
import { Fault } from '@cw/kernel';
import { workingFolder } from './home.ts';
import { harmless, toStderr, toStdout } from './output.ts';
import { isTerminal, outputWidth, styleFor } from './style.ts';

/** Where a command line was typed: what it finds around it, and where it prints. */
export type Terminal = {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Columns to fit into; infinite where nothing is cut. */
  readonly width: number;
  /** @param fd 1 for standard output, 2 for standard error */
  readonly style: (fd: 1 | 2) => Style;
  /**
   * Prints all of it before answering.
   * @param exact for data that a program reads; anything else is made harmless to a terminal
   * @returns false where nobody reads any more
   */
  readonly out: (text: string, exact?: boolean) => boolean;
  readonly err: (text: string) => void;
  /** Prints like `out`; on a terminal that it would scroll off, page by page. */
  readonly page: (text: string) => Promise<void>;
  /** True where a person can be asked: both what is read and what is printed are a terminal. */
  readonly interactive: boolean;
  /** A line that a person types. Only where `interactive`. */
  readonly ask: (question: string) => Promise<string>;
  /** All of standard input. @throws Fault `input.terminal` where a person would have to type it */
  readonly stdin: () => Buffer;
  /** The same to be read in pieces, and more than once. @throws Fault `input.terminal` */
  readonly openStdin: () => Promise<InputFile>;
};

/** The streams and the environment of this process. */
export function processTerminal(): Terminal {
  const { env } = process;
  return {
    env,
    out: toStdout,
    err: toStderr,
    page: async (text) => {
      const paged = mayScroll(text, env) && (await import('./pager.ts')).showInPager(harmless(text, 1), env);
      if (!paged) toStdout(text);
    },
    get interactive() {
      return isTerminal(0) && isTerminal(1);
    },
    ask: async (question) => (await import('./ask-line.ts')).askLine(question),
    cwd: workingFolder(env),
    width: outputWidth(env),
    style: (fd) => styleFor(fd, env),
    stdin: () => {
      checkPiped();
      return readFileSync(0);
    },
    openStdin: async () => {
      checkPiped();
      return (await import('./input-file.ts')).pipedFile(0);
    },
  };
}

/** Whether a text is longer than the terminal it is printed on; told from above, since to measure it takes longer. */
function mayScroll(text: string, env: NodeJS.ProcessEnv): boolean {
  if (!isTerminal(1) || env.TERM === 'dumb') return false;
  const { rows = usualRows, columns = usualColumns } = process.stdout;
  const atLeast = text.split('\n').length;
  return atLeast + Math.floor(text.length / columns) > rows;
}

const [usualRows, usualColumns] = [24, 80];

/** Node makes a stream to tell of a terminal, which takes long; what is a file or a pipe is none. */
function checkPiped(): void {
  const { mode } = fstatSync(0);
  const isPiped = [constants.S_IFREG, constants.S_IFIFO, constants.S_IFSOCK].includes(mode & constants.S_IFMT);
  if (!isPiped && process.stdin.isTTY) {
    throw new Fault({
      code: 'input.terminal',
      message: 'Cannot read standard input (-): it is a terminal.',
      hint: 'Pipe something in, or give a file.',
      kind: 'usage',
    });
  }
}
