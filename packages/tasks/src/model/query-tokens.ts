import { err, ok, type Result } from '@cw/kernel';
import type { QueryFailure } from './task-failure.ts';

export type Token = {
  /** `end` stands behind the last one. */
  readonly kind: 'word' | 'quoted' | 'sign' | 'end';
  /** What it says: of a quoted one without the quotes. */
  readonly text: string;
  /** Where it begins, in characters from 1. */
  readonly column: number;
};

const token =
  /\s+|(!=|<>|<=|>=|==|!~|&&|\|\||[=<>~!(),])|(["'])((?:\\[\s\S]|(?!\2)[^\\])*)\2|((?:[^\s"'=<>~!(),&|]|&(?!&)|\|(?!\|))+)/uy;

/** The words, quoted texts and signs of a query. */
export function queryTokens(text: string): Result<readonly Token[], QueryFailure> {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    token.lastIndex = at;
    const found = token.exec(text);
    const column = [...text.slice(0, at)].length + 1;
    if (found === null) {
      return err({
        kind: 'query.wrong',
        column,
        found: text.slice(at),
        expected: ['the closing quote of this text'],
      });
    }
    const [whole, sign, , quoted, word] = found;
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, column });
    else if (quoted !== undefined) tokens.push({ kind: 'quoted', text: quoted.replace(/\\([\s\S])/gu, '$1'), column });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, column });
    at += whole.length;
  }
  return ok([...tokens, { kind: 'end', text: '', column: [...text].length + 1 }]);
}
