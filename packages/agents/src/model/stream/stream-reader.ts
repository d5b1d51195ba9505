import { isRecord, type JsonRecord, parseJson, textOf } from '../json.ts';
import type { Fact, PlacedFact, StreamReader } from './facts.ts';
import { createLineSplitter, type Line } from './lines.ts';
import { takeEvents } from './repair.ts';

const longestEvent = 8 * 1024 * 1024;
const longestTextLine = 64 * 1024;
const keptOfBroken = 2000;

type Piece = { readonly fact: Fact; readonly at: string | null };

/**
 * Reads a stream of JSON: one event a line, mended where one was written into another.
 * @param factOf what one event says
 * @param start byte offset of the first byte that will be pushed; the start of a line
 */
export function createEventReader(factOf: (event: JsonRecord) => Fact, start = 0): StreamReader {
  const eventPiece = (event: JsonRecord): Piece => ({ fact: factOf(event), at: textOf(event.timestamp) });
  // A line that something was cut out of, and that the next line may complete.
  let open: { line: Line; text: string } | undefined;

  const read = (line: Line): PlacedFact[] => {
    if (line.text.trim() === '') return [];
    const value = line.cut ? undefined : readObject(line.text);
    if (value) return [...giveUp(), ...place(line, [eventPiece(value)])];
    const joined = open && !line.cut ? readObject(open.text + line.text) : undefined;
    if (open && joined) {
      const begun = open.line;
      open = undefined;
      return place(begun, [eventPiece(joined)]);
    }
    return [...giveUp(), ...mend(line)];
  };
  const mend = (line: Line): PlacedFact[] => {
    if (line.cut) return place(line, [brokenPiece(line.text)]);
    const { objects, remainder } = takeEvents(line.text);
    const pieces = objects.map(eventPiece);
    const whole = objects.length > 0 ? readObject(remainder) : undefined;
    if (whole) return place(line, [eventPiece(whole), ...pieces]);
    if (objects.length > 0 && remainder !== '') {
      open = { line, text: remainder };
      // What follows of this line is placed behind its other facts.
      return place(line, pieces, 1);
    }
    return place(line, remainder === '' ? pieces : [...pieces, brokenPiece(remainder)]);
  };
  const giveUp = (): PlacedFact[] => {
    const given = open;
    open = undefined;
    return given ? place(given.line, [brokenPiece(given.text)]) : [];
  };
  return createReader(start, { read, end: giveUp, openOffset: () => open?.line.offset, longest: longestEvent });
}

/**
 * Reads the output of a program that only prints text.
 * @param start byte offset of the first byte that will be pushed
 */
export function createTextReader(start = 0): StreamReader {
  const read = (line: Line) => place(line, [{ fact: { kind: 'output', text: line.text }, at: null }]);
  return createReader(start, { read, end: () => [], openOffset: () => undefined, longest: longestTextLine });
}

type LineReader = {
  readonly read: (line: Line) => PlacedFact[];
  readonly end: () => PlacedFact[];
  readonly openOffset: () => number | undefined;
  /** Bytes of a line that are read as one. */
  readonly longest: number;
};

function createReader(start: number, lines: LineReader): StreamReader {
  const splitter = createLineSplitter(start, lines.longest);
  let offset = start;
  const take = (line: Line): PlacedFact[] => {
    offset = line.end;
    return lines.read(line);
  };
  return {
    push: (bytes) => splitter.push(bytes).flatMap(take),
    end: () => {
      const rest = splitter.rest();
      return [...(rest ? take(rest) : []), ...lines.end()];
    },
    offset: () => lines.openOffset() ?? offset,
  };
}

/** Most lines that are no event do not even begin like one, and trying to read them takes long. */
function readObject(text: string): JsonRecord | undefined {
  if (!/^\s*\{/.test(text) || !/\}\s*$/.test(text.slice(-100))) return undefined;
  const value = parseJson(text);
  return isRecord(value) ? value : undefined;
}

function place(line: Line, pieces: readonly Piece[], first = 0): PlacedFact[] {
  return pieces.map(({ fact, at }, index) => ({ fact, at, offset: line.offset, index: index + first }));
}

function brokenPiece(text: string): Piece {
  return { fact: { kind: 'unknown', text: text.slice(0, keptOfBroken), broken: true }, at: null };
}
