import { err, ok, type Result } from '@cw/kernel';

const piece = /\s+|#.*$|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|[^\s'"\\]+|(.)/gsu;

/** Words without quotes, backslashes and comments, as most lines are. */
const plain = /^[\w\s.,:/@=+-]*$/;

/**
 * The words of a command line as a shell would read them: quotes, backslashes, and comments from `#` on. Nothing is
 * expanded.
 * @returns what is wrong with the line, in words, where a quote is not closed.
 */
export function lineWords(line: string): Result<readonly string[], string> {
  if (plain.test(line)) return ok(line.split(/\s+/).filter((word) => word !== ''));
  const words: string[] = [];
  let word: string | undefined;
  for (const found of line.matchAll(piece)) {
    const [text, single, double, escaped, stray] = found;
    if (stray !== undefined) return err(stray === '\\' ? 'it ends in a backslash' : `a ${stray} is not closed`);
    const isGap = /^\s/.test(text) || (text.startsWith('#') && word === undefined);
    if (isGap) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    word = (word ?? '') + (single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? text);
  }
  if (word !== undefined) words.push(word);
  return ok(words);
}
