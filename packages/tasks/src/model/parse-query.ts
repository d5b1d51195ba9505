import { err, ok, type Result } from '@cw/kernel';
import {
  fieldOf,
  opsOf,
  type Query,
  type QueryOp,
  type QueryValue,
  queryFields,
  queryOps,
  queryWords,
  wordOf,
} from './query.ts';
import { queryTokens, type Token } from './query-tokens.ts';
import type { QueryFailure } from './task-failure.ts';

const longest = 5_000;
const deepest = 100;

type Parsed<T> = Result<T, QueryFailure>;

/** Reads along the tokens; each reader stands on the first token that it has not taken. */
class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  /** `any` is parts between `or`. */
  any(): Parsed<Query> {
    return this.joined('any', ['or', '||'], () => this.all());
  }

  end(query: Query): Parsed<Query> {
    return this.next.kind === 'end' ? ok(query) : this.wrong(['and', 'or', 'the end']);
  }

  private all(): Parsed<Query> {
    return this.joined('all', ['and', '&&'], () => this.one());
  }

  private joined(kind: 'all' | 'any', signs: readonly string[], part: () => Parsed<Query>): Parsed<Query> {
    const first = part();
    if (!first.ok) return first;
    const parts = [first.value];
    while (this.take(...signs)) {
      const next = part();
      if (!next.ok) return next;
      parts.push(next.value);
    }
    return ok(parts.length === 1 ? first.value : { kind, parts });
  }

  private one(): Parsed<Query> {
    this.depth += 1;
    if (this.depth > deepest) return this.wrong(['fewer brackets in each other']);
    const read = this.negated() ?? this.bracketed() ?? this.test();
    this.depth -= 1;
    return read;
  }

  private negated(): Parsed<Query> | undefined {
    if (!this.take('not', '!')) return undefined;
    const of = this.one();
    return of.ok ? ok({ kind: 'not', of: of.value }) : of;
  }

  private bracketed(): Parsed<Query> | undefined {
    if (!this.take('(')) return undefined;
    const inside = this.any();
    if (!inside.ok) return inside;
    return this.take(')') ? inside : this.wrong([')', 'and', 'or']);
  }

  private test(): Parsed<Query> {
    const { next } = this;
    const known = next.kind === 'word' ? fieldOf(next.text) : undefined;
    const alone = next.kind === 'word' ? wordOf(next.text) : undefined;
    if (known === undefined && alone === undefined) return this.noField();
    this.at += 1;
    if (known === undefined) return ok({ kind: 'test', field: alone ?? '', op: '=', values: [] });
    const { field, kind } = known;
    const isNot = this.take('not');
    if (this.take('in')) return this.among(field, isNot ? '!=' : '=');
    const op = isNot ? undefined : this.operator();
    if (op === undefined) return this.wrong(isNot ? ['in'] : [...opsOf[kind], 'in']);
    if (!opsOf[kind].includes(op)) {
      this.at -= 1;
      return this.wrong([...opsOf[kind], 'in']);
    }
    const value = this.value();
    return value.ok ? ok({ kind: 'test', field, op, values: [value.value] }) : value;
  }

  private noField(): Parsed<never> {
    const { next } = this;
    if (next.kind !== 'word') return this.wrong(['a field', 'not', '(']);
    const known = [...Object.keys(queryFields), ...queryWords];
    return err({ kind: 'query.wrong', column: next.column, found: next.text, expected: ['a field'], known });
  }

  private among(field: string, op: QueryOp): Parsed<Query> {
    if (!this.take('(')) return this.wrong(['(']);
    const values: QueryValue[] = [];
    do {
      const value = this.value();
      if (!value.ok) return value;
      values.push(value.value);
    } while (this.take(','));
    return this.take(')') ? ok({ kind: 'test', field, op, values }) : this.wrong([',', ')']);
  }

  private operator(): QueryOp | undefined {
    const { kind, text } = this.next;
    const same = text === '==' ? '=' : text === '<>' ? '!=' : text;
    const op = kind === 'sign' ? queryOps.find((known) => known === same) : undefined;
    if (op !== undefined) this.at += 1;
    return op;
  }

  private value(): Parsed<QueryValue> {
    const { kind, text, column } = this.next;
    if (kind !== 'word' && kind !== 'quoted') return this.wrong(['a value']);
    this.at += 1;
    return ok({ text, column });
  }

  private get next(): Token {
    const token = this.tokens[this.at] ?? this.tokens.at(-1);
    if (token === undefined) throw new Error('a query has no tokens');
    return token;
  }

  /** Takes a word or sign, whatever its case; a quoted one is a value and never taken. */
  private take(...wanted: readonly string[]): boolean {
    const { kind, text } = this.next;
    const found = (kind === 'word' || kind === 'sign') && wanted.includes(text.toLowerCase());
    if (found) this.at += 1;
    return found;
  }

  private wrong(expected: readonly string[]): Parsed<never> {
    const { column, text } = this.next;
    return err({ kind: 'query.wrong', column, found: text, expected });
  }
}

/** What a query text asks, as in `status = open and (priority <= 1 or label = urgent) and updated > 7d`. */
export function parseQuery(text: string): Parsed<Query> {
  if (text.length > longest) {
    return err({ kind: 'query.wrong', column: longest, found: '', expected: [`at most ${longest} characters`] });
  }
  const tokens = queryTokens(text);
  if (!tokens.ok) return tokens;
  const reader = new Reader(tokens.value);
  const query = reader.any();
  return query.ok ? reader.end(query.value) : query;
}
