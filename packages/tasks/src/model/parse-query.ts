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

/** How far a query is read. Each reader begins at the first token that was not taken. */
type Place = { readonly tokens: readonly Token[]; at: number; depth: number };

/** What a query text asks, as in `status = open and (priority <= 1 or label = urgent) and updated > 7d`. */
export function parseQuery(text: string): Parsed<Query> {
  if (text.length > longest) {
    return err({ kind: 'query.wrong', column: longest, found: '', expected: [`at most ${longest} characters`] });
  }
  const tokens = queryTokens(text);
  if (!tokens.ok) return tokens;
  const place: Place = { tokens: tokens.value, at: 0, depth: 0 };
  const query = readAny(place);
  if (!query.ok || next(place).kind === 'end') return query;
  return wrong(place, ['and', 'or', 'the end']);
}

function readAny(place: Place): Parsed<Query> {
  return readJoined(place, { kind: 'any', signs: ['or', '||'], part: readAll });
}

function readAll(place: Place): Parsed<Query> {
  return readJoined(place, { kind: 'all', signs: ['and', '&&'], part: readOne });
}

type Joined = {
  readonly kind: 'all' | 'any';
  readonly signs: readonly string[];
  readonly part: (place: Place) => Parsed<Query>;
};

function readJoined(place: Place, { kind, signs, part }: Joined): Parsed<Query> {
  const parts: Query[] = [];
  do {
    const read = part(place);
    if (!read.ok) return read;
    parts.push(read.value);
  } while (take(place, ...signs));
  const [only, ...others] = parts;
  return ok(only !== undefined && others.length === 0 ? only : { kind, parts });
}

function readOne(place: Place): Parsed<Query> {
  place.depth += 1;
  if (place.depth > deepest) return wrong(place, ['fewer nested brackets']);
  const read = readNegated(place) ?? readBracketed(place) ?? readTest(place);
  place.depth -= 1;
  return read;
}

function readNegated(place: Place): Parsed<Query> | undefined {
  if (!take(place, 'not', '!')) return undefined;
  const of = readOne(place);
  return of.ok ? ok({ kind: 'not', of: of.value }) : of;
}

function readBracketed(place: Place): Parsed<Query> | undefined {
  if (!take(place, '(')) return undefined;
  const inside = readAny(place);
  if (!inside.ok) return inside;
  return take(place, ')') ? inside : wrong(place, [')', 'and', 'or']);
}

function readTest(place: Place): Parsed<Query> {
  const { kind, text } = next(place);
  const known = kind === 'word' ? fieldOf(text) : undefined;
  const alone = kind === 'word' ? wordOf(text) : undefined;
  if (known === undefined && alone === undefined) return noField(place);
  place.at += 1;
  if (known === undefined) return ok({ kind: 'test', field: alone ?? '', op: '=', values: [] });
  const isNot = take(place, 'not');
  if (take(place, 'in')) return readAmong(place, known.field, isNot ? '!=' : '=');
  const expected = isNot ? ['in'] : [...opsOf[known.kind], 'in'];
  const op = isNot ? undefined : operator(next(place));
  if (op === undefined || !opsOf[known.kind].includes(op)) return wrong(place, expected);
  place.at += 1;
  const value = readValue(place);
  return value.ok ? ok({ kind: 'test', field: known.field, op, values: [value.value] }) : value;
}

function noField(place: Place): Parsed<never> {
  const { kind, text, column } = next(place);
  if (kind !== 'word') return wrong(place, ['a field', 'not', '(']);
  const known = [...Object.keys(queryFields), ...queryWords];
  return err({ kind: 'query.wrong', column, found: text, expected: ['a field'], known });
}

function readAmong(place: Place, field: string, op: QueryOp): Parsed<Query> {
  if (!take(place, '(')) return wrong(place, ['(']);
  const values: QueryValue[] = [];
  do {
    const value = readValue(place);
    if (!value.ok) return value;
    values.push(value.value);
  } while (take(place, ','));
  return take(place, ')') ? ok({ kind: 'test', field, op, values }) : wrong(place, [',', ')']);
}

function operator({ kind, text }: Token): QueryOp | undefined {
  const same = text === '==' ? '=' : text === '<>' ? '!=' : text;
  return kind === 'sign' ? queryOps.find((known) => known === same) : undefined;
}

function readValue(place: Place): Parsed<QueryValue> {
  const { kind, text, column } = next(place);
  if (kind !== 'word' && kind !== 'quoted') return wrong(place, ['a value']);
  place.at += 1;
  return ok({ text, column });
}

function next({ tokens, at }: Place): Token {
  const token = tokens[at];
  if (token === undefined) throw new Error('a query was read beyond its end');
  return token;
}

/** Takes a word or sign, whatever its case; a quoted one is a value and never taken. */
function take(place: Place, ...wanted: readonly string[]): boolean {
  const { kind, text } = next(place);
  const found = (kind === 'word' || kind === 'sign') && wanted.includes(text.toLowerCase());
  if (found) place.at += 1;
  return found;
}

function wrong(place: Place, expected: readonly string[]): Parsed<never> {
  const { column, text } = next(place);
  return err({ kind: 'query.wrong', column, found: text, expected });
}
