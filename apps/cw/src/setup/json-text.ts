import { type Node, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';

/** Where a text ceases to be JSON. */
export class JsonProblem extends Error {
  constructor(
    readonly line: number,
    what: string,
  ) {
    super(`line ${line}: ${what}`);
  }
}

/** What a JSON text says. Comments and commas before an end are read over, as editors allow. @throws JsonProblem */
export function readJson(text: string): unknown {
  return reading(text, parse);
}

/** The same as a tree that tells where each value stands. @throws JsonProblem */
export function readTree(text: string): Node | undefined {
  return reading(text, parseTree);
}

type Reader<T> = (text: string, errors: ParseError[], options: { readonly allowTrailingComma: boolean }) => T;

function reading<T>(text: string, read: Reader<T>): T {
  const errors: ParseError[] = [];
  const value = read(afterMark(text), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return value;
  throw new JsonProblem(text.slice(0, first.offset).split('\n').length, wordsOf(first));
}

/** With a blank for a byte order mark, so that places stay as they are. */
function afterMark(text: string): string {
  return text.replace(/^\ufeff/, ' ');
}

/** `CommaExpected` as “comma expected”. */
function wordsOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/\B[A-Z]/g, ' $&')
    .toLowerCase();
}
