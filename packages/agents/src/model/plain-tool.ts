import type { ReadTool } from '@cw/kernel';
import { recordOf, textOf } from './json.ts';

const longest = 200;

/** A text in a line that fits into a list. */
export function lineOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** A call of a tool of which nothing is known: its first text is told. */
export const readPlainTool: ReadTool = (_, input) => {
  const first = Object.values(recordOf(input)).find((field) => typeof field === 'string');
  return {
    kind: 'other',
    line: lineOf(textOf(first) ?? ''),
    path: null,
    subject: null,
    purpose: '',
    changes: [],
    beside: {},
    counts: null,
    asks: null,
  };
};
