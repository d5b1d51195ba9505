import { err, ok, type Result } from '@cw/kernel';
import type { DraftFailure } from '../record/task-draft.ts';
import { headingField } from './markdown-fields.ts';

export type Line = { readonly number: number; readonly text: string };

/** A heading that is a task, with the lines below it and with headings that say something of it. */
export type Chapter = {
  readonly line: number;
  readonly level: number;
  readonly title: string;
  readonly key: string | undefined;
  /** The line of the heading above it. */
  readonly parent: number | undefined;
  readonly body: readonly Line[];
  readonly parts: readonly Part[];
};

export type Part = {
  readonly line: number;
  readonly level: number;
  readonly title: string;
  readonly field: string;
  readonly body: readonly Line[];
};

export const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const namedKey = /^(.*?)[ \t]*\{#([\w.-]+)\}$/;
export const fence = /^ {0,3}(```+|~~~+)/;

/** The chapters of a markdown text, in its order. */
export function chaptersOf(text: string): Result<readonly Chapter[], DraftFailure> {
  const { before, pieces } = cut(text);
  const stray = before.find((line) => line.text.trim() !== '');
  if (stray) return badLine(stray.number, beforeAll(stray.text));
  const chapters: (Chapter & { readonly parts: Part[] })[] = [];
  let part: Part | undefined;
  for (const { line, level, words, body } of pieces) {
    if (part && part.level < level) {
      return badLine(line, `"${words}" is below "${part.title}", which is a field and not a task.`);
    }
    const above = chapters.findLast((chapter) => chapter.level < level);
    const field = above === undefined ? undefined : headingField(words);
    part = field === undefined ? undefined : { line, level, title: words, field, body };
    if (part) above?.parts.push(part);
    else {
      const [, title = words, key] = namedKey.exec(words) ?? [];
      chapters.push({ line, level, title, key, parent: above?.line, body, parts: [] });
    }
  }
  return chapters.length === 0 ? badLine(1, 'No heading found: each task starts with one.') : ok(chapters);
}

type Piece = { readonly line: number; readonly level: number; readonly words: string; readonly body: Line[] };

/** Headings with the lines below each, and the lines before the first. What stands in a fence is no heading. */
function cut(text: string): { readonly before: readonly Line[]; readonly pieces: readonly Piece[] } {
  const before: Line[] = [];
  const pieces: Piece[] = [];
  let inFence: string | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const mark = fence.exec(line)?.[1];
    if (inFence === undefined) inFence = mark;
    else if (mark?.startsWith(inFence)) inFence = undefined;
    const [, marks, words = ''] = (inFence === undefined && heading.exec(line)) || [];
    if (marks === undefined) (pieces.at(-1)?.body ?? before).push({ number: index + 1, text: line });
    else pieces.push({ line: index + 1, level: marks.length, words, body: [] });
  }
  return { before, pieces };
}

function beforeAll(line: string): string {
  return /^(?:---|\+\+\+)\s*$/.test(line)
    ? 'Front matter is not supported: write fields below a heading, or pass those of all tasks as options.'
    : 'This text comes before the first heading, so it belongs to no task.';
}

/** A refusal of a line of the plan. */
export function badLine(number: number, problem: string): Result<never, DraftFailure> {
  return err({ kind: 'task.at-place', place: `Line ${number}`, failure: { kind: 'task.bad-line', problem } });
}
