/** A value in a JSON text, with where it stands. Comments and commas before an end are read over, as editors allow. */
export type JsonNode = {
  readonly from: number;
  readonly to: number;
  readonly value: unknown;
  /** Of an object, in order. */
  readonly members?: readonly JsonMember[];
};

export type JsonMember = { readonly name: string; readonly from: number; readonly node: JsonNode };

/** Where a text ceases to be JSON. */
export class JsonProblem extends Error {
  constructor(
    readonly line: number,
    what: string,
  ) {
    super(`line ${line}: ${what}`);
  }
}

/** Reads a JSON text in which comments may stand. @throws JsonProblem */
export function readJson(text: string): JsonNode {
  const reader = createReader(text);
  const node = reader.value();
  reader.blanks();
  if (reader.at() < text.length) reader.fail('something follows the end');
  return node;
}

const blank = /(?:[\s\ufeff]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const quoted = /"(?:[^"\\\n]|\\.)*"/y;
const bare = /true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function createReader(text: string) {
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const fail = (what: string): never => {
    throw new JsonProblem(text.slice(0, at).split('\n').length, what);
  };
  const blanks = () => void take(blank);
  const string = (): string => {
    const found = take(quoted);
    if (found === undefined) return fail('a text in quotes is expected');
    try {
      return String(JSON.parse(found));
    } catch (error) {
      if (error instanceof SyntaxError) return fail('a text in quotes cannot be read');
      throw error;
    }
  };
  /** What stands between two brackets, separated by commas. */
  const list = (end: string, item: () => void) => {
    at += 1;
    for (blanks(); text[at] !== end; blanks()) {
      item();
      blanks();
      if (text[at] === ',') at += 1;
      else if (text[at] !== end) fail(`a comma or ${end} is expected`);
    }
    at += 1;
  };
  const object = (from: number): JsonNode => {
    const members: JsonMember[] = [];
    list('}', () => {
      const start = at;
      const name = string();
      blanks();
      if (text[at] !== ':') fail('a colon is expected');
      at += 1;
      members.push({ name, from: start, node: value() });
    });
    return { from, to: at, members, value: Object.fromEntries(members.map(({ name, node }) => [name, node.value])) };
  };
  const array = (from: number): JsonNode => {
    const items: unknown[] = [];
    list(']', () => items.push(value().value));
    return { from, to: at, value: items };
  };
  const value = (): JsonNode => {
    blanks();
    const from = at;
    if (text[at] === '{') return object(from);
    if (text[at] === '[') return array(from);
    if (text[at] === '"') return { value: string(), from, to: at };
    const word = take(bare);
    if (word === undefined) return fail(at < text.length ? 'a value is expected' : 'it ends too early');
    return { value: JSON.parse(word), from, to: at };
  };
  return { value, blanks, fail, at: () => at };
}
