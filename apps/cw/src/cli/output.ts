import { writeSync } from 'node:fs';
import type { CliOutput, CliRefusal } from '@cw/entry';
import { adviceInTerminal, plainText, terminalText } from '@cw/entry';
import { Fault } from '@cw/kernel';
import type { Globals } from './input.ts';
import { isTerminal, styleFor } from './style.ts';
import type { Terminal } from './terminal.ts';

/** Prints what a command answered: its envelope, its ids, or text for people. */
export async function printOutput(output: CliOutput, globals: Globals, terminal: Terminal): Promise<void> {
  if (output.printed) return;
  if (globals.json) terminal.out(jsonLine({ ok: true, data: output.data }));
  else if (globals.quiet) terminal.out((output.ids ?? []).map((id) => `${id}\n`).join(''));
  else {
    const text = output.text(terminal.style(1));
    if (text !== '') await printText(`${text}\n`, globals, terminal);
  }
  if (!globals.json && output.note !== undefined) terminal.err(`${output.note}\n`);
}

/** Prints text for people, page by page where it is long and nobody has said otherwise. */
export async function printText(text: string, { pager }: Pick<Globals, 'pager'>, terminal: Terminal): Promise<void> {
  if (pager) await terminal.page(text);
  else terminal.out(text);
}

/**
 * Says no: the envelope on standard output for programs, message and hint on standard error for people, and for programs too
 * when standard output cannot be written.
 */
export function printRefusal(refusal: CliRefusal, asJson: boolean, terminal: Terminal): void {
  const hint = adviceInTerminal(refusal);
  if (asJson) {
    const { code, message, found } = refusal;
    const next = refusal.next?.map(({ command, args }) => ({ command, args }));
    const answer = jsonLine({ ok: false, error: { code, message, hint, next, details: found?.data } });
    if (isPrinted(() => terminal.out(answer))) return;
  }
  const style = terminal.style(2);
  const lines = [`${style.red('error')} ${plainText(refusal.message)} ${style.dim(`(${refusal.code})`)}`];
  if (hint !== undefined) lines.push(`${style.dim('hint ')} ${plainText(hint)}`);
  isPrinted(() => terminal.err(`${lines.join('\n')}\n`));
}

/** Prints what is no answer; false where there is no room for it. */
export function isPrinted(print: () => unknown): boolean {
  try {
    print();
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === unwritableCode) return false;
    throw error;
  }
}

function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/**
 * Writes all of it before answering, also into a pipe; a reader that has gone away is no error.
 * @param exact for data that a program or a file gets as it is; what a terminal gets always passes through `terminalText`
 * @returns false where nobody reads any more
 */
export function toStdout(text: string, exact = false): boolean {
  const asItIs = exact && !isTerminal(1);
  return writeAll(1, asItIs ? text : harmless(text, 1));
}

export function toStderr(text: string): void {
  writeAll(2, harmless(text, 2));
}

/** A text with nothing in it that could drive the terminal it is printed on. */
export function harmless(text: string, fd: 1 | 2): string {
  return terminalText(text, () => isColoured(fd));
}

function isColoured(fd: 1 | 2): boolean {
  return styleFor(fd, process.env).bold('') !== '';
}

function writeAll(fd: number, text: string): boolean {
  const bytes = Buffer.from(text, 'utf8');
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(fd, bytes, done);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EPIPE') return false;
      if (code === 'ENOSPC' || code === 'EIO') throw unwritable(fd, code, error);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return true;
}

const unwritableCode = 'output.unwritable';

function unwritable(fd: number, code: string, cause: unknown): Fault {
  return new Fault({
    code: unwritableCode,
    message: `Standard ${fd === 1 ? 'output' : 'error'} could not be written (${code}). The command itself is done; only its output is missing.`,
    hint: 'Send the output somewhere with free space, and check the result with the matching show or list command.',
    kind: 'unavailable',
    cause,
  });
}
