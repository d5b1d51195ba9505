import { readOutput } from './read-output.ts';

const longest = 1024 * 1024;
const lineBreak = 10;

/** The line of a run's output at an offset as it came, at most 1 MiB of it; undefined where no line begins. */
export function readRawLine(dir: string, offset: number): { readonly text: string; readonly cut: boolean } | undefined {
  const before = offset === 0 ? lineBreak : readOutput(dir, offset - 1, 1)[0];
  const bytes = readOutput(dir, offset, longest);
  if (before !== lineBreak || bytes.length === 0) return undefined;
  const end = bytes.indexOf(lineBreak);
  const text = bytes.toString('utf8', 0, end < 0 ? bytes.length : end);
  return { text, cut: end < 0 && bytes.length === longest };
}
