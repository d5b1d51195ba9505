import type { ByteSource } from './byte-source.ts';

/** One record of a file: its bytes, good until the next one is asked for, or what is wrong with it. */
export type FileRecord = {
  readonly line: number;
  /** Counts the members of an array from 1; absent for lines. */
  readonly member?: number | undefined;
} & (
  | { readonly content: Uint8Array; readonly problem?: undefined }
  | { readonly problem: string; readonly content?: undefined }
);

const pieceSize = 1 << 18;
/** What one record may hold; more is no task. */
const longestRecord = 16 << 20;
const tooLong = 'it is longer than 16 MB';
/** How far the end of one that is too long is looked for: what comes through a pipe may never end. */
const longestLeftOut = 64 << 20;
const endless = 'it does not end within 64 MB, and nothing after that was read';

const code = {
  newline: 10,
  quote: 34,
  comma: 44,
  open: 91,
  backslash: 92,
  close: 93,
  openObject: 123,
  closeObject: 125,
};
const blanks = new Set([9, 10, 13, 32]);

/**
 * The records of a file, read piece by piece: its lines, or, where it begins with `[`, the members of that one JSON array.
 * Lines are counted from 1; a member has the line on which it begins.
 */
export function* fileRecords(source: ByteSource): Generator<FileRecord> {
  const start = startOf(source);
  if (start.first === code.open) yield* members(pieces(source, start.at + 1), start.line);
  else yield* lines(pieces(source, start.begin));
}

/** Where the content begins: after the mark that some editors put first, and its first byte that is no blank. */
function startOf(source: ByteSource) {
  const head = new Uint8Array(Math.min(source.size, pieceSize));
  const length = source.read(head, 0);
  const begin = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  let line = 1;
  let at = begin;
  for (; at < length && blanks.has(head[at] ?? 0); at += 1) if (head[at] === code.newline) line += 1;
  return { begin, at, line, first: at < length ? head[at] : undefined };
}

function* pieces(source: ByteSource, from: number): Generator<Uint8Array> {
  const buffer = new Uint8Array(pieceSize);
  for (let at = from; ; ) {
    const length = source.read(buffer, at);
    if (length === 0) return;
    yield buffer.subarray(0, length);
    at += length;
  }
}

type Place = Pick<FileRecord, 'line' | 'member'>;

/** Gathers a record that may reach over several pieces. */
function gatherer() {
  let kept: Uint8Array[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    /** Answers what is wrong as soon as that is known. */
    keep(part: Uint8Array, place: Place): FileRecord | undefined {
      const fitted = length <= longestRecord;
      length += part.length;
      if (length <= longestRecord) kept.push(part.slice());
      else kept = [];
      return fitted && length > longestRecord ? { ...place, problem: tooLong } : undefined;
    },
    /** Undefined where it was answered before that the record is too long. */
    end(part: Uint8Array, place: Place): FileRecord | undefined {
      const whole = length === 0 ? part : Buffer.concat([...kept, part]);
      const isTold = length > longestRecord;
      const fits = length + part.length <= longestRecord;
      kept = [];
      length = 0;
      if (isTold) return undefined;
      return fits ? { ...place, content: whole } : { ...place, problem: tooLong };
    },
  };
}

const nothing = new Uint8Array(0);

function* lines(file: Iterable<Uint8Array>): Generator<FileRecord> {
  const record = gatherer();
  let line = 1;
  for (const piece of file) {
    let from = 0;
    for (let end = piece.indexOf(code.newline); end >= 0; end = piece.indexOf(code.newline, from)) {
      yield* told(record.end(piece.subarray(from, end), { line }));
      line += 1;
      from = end + 1;
    }
    if (from < piece.length) yield* told(record.keep(piece.subarray(from), { line }));
    if (record.length > longestLeftOut) return yield { line, problem: endless };
  }
  if (record.length > 0) yield* told(record.end(nothing, { line }));
}

function told(record: FileRecord | undefined): readonly FileRecord[] {
  return record === undefined ? [] : [record];
}

/** The members of an array whose opening bracket has been read. */
function* members(file: Iterable<Uint8Array>, firstLine: number): Generator<FileRecord> {
  const record = gatherer();
  let member = 1;
  const scan = {
    depth: 0,
    inText: false,
    escaped: false,
    line: firstLine,
    begin: firstLine,
    blank: true,
    ended: false,
  };
  for (const piece of file) {
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const ends = scanByte(scan, piece[at] ?? 0);
      if (ends === 'no') continue;
      if (ends === 'after') {
        yield { line: scan.line, problem: 'there is content after the end of the list' };
        return;
      }
      const whole = record.end(piece.subarray(from, at), { line: scan.begin, member });
      if (!scan.blank) yield* told(whole);
      member += 1;
      scan.blank = true;
      from = at + 1;
    }
    if (!scan.ended) yield* told(record.keep(piece.subarray(from), { line: scan.begin, member }));
    if (record.length > longestLeftOut) return yield { line: scan.begin, member, problem: endless };
  }
  if (!scan.ended) yield { line: scan.line, problem: 'the file ends in the middle of the list' };
}

type Scan = {
  depth: number;
  inText: boolean;
  escaped: boolean;
  line: number;
  begin: number;
  blank: boolean;
  ended: boolean;
};

function scanText(scan: Scan, byte: number): void {
  if (scan.escaped) scan.escaped = false;
  else if (byte === code.backslash) scan.escaped = true;
  else if (byte === code.quote) scan.inText = false;
}

/** Whether a byte ends a member; `after` when it stands behind the list. */
function scanByte(scan: Scan, byte: number): 'no' | 'member' | 'after' {
  if (byte === code.newline) scan.line += 1;
  if (scan.inText) {
    scanText(scan, byte);
    return 'no';
  }
  if (blanks.has(byte)) return 'no';
  if (scan.ended) return 'after';
  if (scan.depth === 0 && (byte === code.comma || byte === code.close)) {
    scan.ended = byte === code.close;
    return 'member';
  }
  if (scan.blank) {
    scan.blank = false;
    scan.begin = scan.line;
  }
  if (byte === code.quote) scan.inText = true;
  else if (byte === code.openObject || byte === code.open) scan.depth += 1;
  else if (byte === code.closeObject || byte === code.close) scan.depth -= 1;
  return 'no';
}
