import { ok, type Result } from '@cw/kernel';
import type { DraftFailure } from '../record/task-draft.ts';
import { badLine } from './markdown-chapters.ts';

/** A fenced block, code within a line, or a comment; the last of them may end with the text. */
const piece =
  /^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))|(`+)[^`\n]*\2|<!--(?:-?>|[\s\S]*?(?:-->|(?![\s\S])))/gm;

/**
 * A markdown text without its HTML comments, every line where it was. What stands in a fence or in code is no comment, as
 * CommonMark has it.
 */
export function withoutComments(text: string): Result<string, DraftFailure> {
  for (const { 0: found, index } of text.matchAll(piece)) {
    if (found.startsWith('<!--') && !found.endsWith('-->')) {
      return badLine(text.slice(0, index).split('\n').length, 'The comment that begins here has no end: -->.');
    }
  }
  return ok(text.replace(piece, (found) => (found.startsWith('<!--') ? found.replace(/[^\n]+/g, '') : found)));
}
