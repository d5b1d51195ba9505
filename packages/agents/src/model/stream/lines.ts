import { wholeWords } from './whole-words.ts';

/** One line of a program's output, or a piece of one that is too long, with where it stood. */
export type Line = {
  /** Of its first byte in the output. */
  readonly offset: number;
  /** Of the byte after its line break. */
  readonly end: number;
  /** Without the line break. Bytes that are not UTF-8 read as U+FFFD. */
  readonly text: string;
  /** True for a piece of a line that was too long; `text` is then the beginning of the piece. */
  readonly cut: boolean;
};

export type LineSplitter = {
  /** Takes the next bytes and answers the lines they complete. */
  readonly push: (bytes: Uint8Array) => Line[];
  /** The line that no line break has ended, if there is one. */
  readonly rest: () => Line | undefined;
};

const lineBreak = 10;
/** Of a piece of a line that is too long; it cannot be read as anything, only be shown. */
const keptOfCut = 64 * 1024;

/**
 * Splits a stream of bytes into lines. One of more than `limit` bytes is given out in pieces of about that length as it
 * comes, so that no more of it is held. No word is cut in two: a secret in it could not be told in either half.
 * @param start offset of the first byte that will be pushed
 */
export function createLineSplitter(start: number, limit: number): LineSplitter {
  let offset = start;
  let kept: Uint8Array[] = [];
  let keptBytes = 0;
  let isPiece = false;

  const keep = (part: Uint8Array) => {
    if (part.length === 0) return;
    // Copied: the caller's buffer may be written to again.
    kept.push(part.slice());
    keptBytes += part.length;
  };
  const line = (breakBytes: number, cut: boolean): Line => ({
    offset,
    end: offset + keptBytes + breakBytes,
    text: decode(kept, cut ? keptOfCut : limit),
    cut,
  });
  const take = (breakBytes: number, cut: boolean): Line => {
    const complete = line(breakBytes, cut);
    offset = complete.end;
    kept = [];
    keptBytes = 0;
    return complete;
  };

  /** Gives out what is kept but for its last word, which the next piece begins with. */
  const takePiece = (): Line => {
    const whole = joined(kept);
    const border = wholeWords(whole);
    kept = [whole.subarray(0, border)];
    keptBytes = border;
    const piece = take(0, true);
    keep(whole.subarray(border));
    return piece;
  };

  return {
    push(bytes) {
      const lines: Line[] = [];
      for (let from = 0; from < bytes.length; ) {
        const found = bytes.indexOf(lineBreak, from);
        const end = found < 0 ? bytes.length : found;
        const room = limit - keptBytes;
        if (end - from > room) {
          keep(bytes.subarray(from, from + room));
          lines.push(takePiece());
          isPiece = true;
          from += room;
          continue;
        }
        keep(bytes.subarray(from, end));
        if (found < 0) break;
        lines.push(take(1, isPiece));
        isPiece = false;
        from = found + 1;
      }
      return lines;
    },
    rest: () => (keptBytes > 0 ? line(0, isPiece) : undefined),
  };
}

function decode(parts: readonly Uint8Array[], longest: number): string {
  const bytes = joined(parts);
  const shown = bytes.length > longest ? bytes.subarray(0, wholeWords(bytes, longest)) : bytes;
  const text = shown.toString('utf8');
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

function joined(parts: readonly Uint8Array[]): Buffer {
  const [first = new Uint8Array()] = parts;
  return parts.length > 1 ? Buffer.concat(parts) : Buffer.from(first.buffer, first.byteOffset, first.byteLength);
}
