import { fstatSync, statSync } from 'node:fs';
import type { Style } from '@cw/entry';

/**
 * Colours on a terminal that wants them, none elsewhere (`NO_COLOR`, `FORCE_COLOR`).
 * @param fd 1 for standard output, 2 for standard error; asking the system rather than `process.stdout` saves the
 * start of each command the loading of Node's streams.
 */
export function styleFor(fd: 1 | 2, env: NodeJS.ProcessEnv): Style {
  const forced = given(env.FORCE_COLOR) && env.FORCE_COLOR !== '0';
  const coloured = !given(env.NO_COLOR) && (forced || (isTerminal(fd) && env.TERM !== 'dumb'));
  const code = coloured
    ? (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`
    : () => same;
  return {
    bold: code(1, 22),
    dim: code(2, 22),
    red: code(31, 39),
    green: code(32, 39),
    yellow: code(33, 39),
    blue: code(34, 39),
    magenta: code(35, 39),
    cyan: code(36, 39),
  };
}

/** Columns to fit into: `COLUMNS`, else those of the terminal that standard output is; infinite where it is none. */
export function outputWidth(env: Readonly<Record<string, string | undefined>>): number {
  const told = /^[1-9]\d{0,4}$/.test(env.COLUMNS ?? '') ? Number(env.COLUMNS) : undefined;
  return told ?? (isTerminal(1) ? (process.stdout.columns ?? 100) : Number.POSITIVE_INFINITY);
}

/** Rows to fit into: `LINES`, else those of the terminal that standard output is; infinite where it is none. */
export function outputHeight(env: Readonly<Record<string, string | undefined>>): number {
  const told = /^[1-9]\d{0,4}$/.test(env.LINES ?? '') ? Number(env.LINES) : undefined;
  return told ?? (isTerminal(1) ? (process.stdout.rows ?? 24) : Number.POSITIVE_INFINITY);
}

/** A terminal is a device of the system, and none of those that `/dev/null`, `/dev/zero` and `/dev/full` are. */
export function isTerminal(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    return stat.isCharacterDevice() && familyOf(stat) !== familyOf(statSync('/dev/null'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EBADF') return false;
    throw error;
  }
}

/** Devices of one driver differ in the last bits of their number. */
function familyOf({ rdev }: { readonly rdev: number }): number {
  return Math.floor(rdev / 256);
}

function given(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

function same(text: string): string {
  return text;
}
