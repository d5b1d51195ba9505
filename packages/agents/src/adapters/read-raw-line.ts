import type { RawPage } from '../model/run-view.ts';
import { createLineSplitter, type Line } from '../model/stream/lines.ts';
import { wholeWords } from '../model/stream/whole-words.ts';
import { outputBytes, readOutput } from './read-output.ts';

const longest = 1024 * 1024;
const longestInPage = 8 * 1024 * 1024;
const lineBreak = 10;

/** The line of a run's output at an offset as it came, at most 1 MiB of it; undefined where no line begins. */
export function readRawLine(dir: string, offset: number): { readonly text: string; readonly cut: boolean } | undefined {
  const before = offset === 0 ? lineBreak : readOutput(dir, offset - 1, 1)[0];
  const bytes = readOutput(dir, offset, longest);
  if (before !== lineBreak || bytes.length === 0) return undefined;
  const end = bytes.indexOf(lineBreak);
  const cut = end < 0 && bytes.length === longest;
  const text = bytes.toString('utf8', 0, cut ? wholeWords(bytes) : end < 0 ? bytes.length : end);
  return { text, cut };
}

/**
 * Some lines of a run's output as they came, from where one begins. One of more than 8 MiB comes in pieces of that length,
 * of each its beginning.
 * @param ended true when the program writes no more; a last line without a line break counts then
 */
export function readRawPage(
  dir: string,
  { offset, ended }: { readonly offset: number; readonly ended: boolean },
): RawPage {
  const splitter = createLineSplitter(offset, longestInPage);
  let lines: Line[] = [];
  let position = offset;
  for (let bytes = readOutput(dir, position); bytes.length > 0; bytes = readOutput(dir, position)) {
    position += bytes.length;
    lines = splitter.push(bytes);
    if (lines.length > 0) break;
  }
  const complete = ended && position >= outputBytes(dir);
  const rest = complete ? splitter.rest() : undefined;
  const all = rest === undefined ? lines : [...lines, rest];
  const isWithin = offset > 0 && readOutput(dir, offset - 1, 1)[0] !== lineBreak;
  const shown = all.map(({ offset: at, text, cut }) => ({ offset: at, text, cut: cut || (isWithin && at === offset) }));
  return { lines: shown, offset: all.at(-1)?.end ?? offset, complete };
}
