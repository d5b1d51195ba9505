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
 * Splits a stream of bytes into lines. One of more than `limit` bytes is given out in pieces of that length as it comes, so
 * that no more of it is held.
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

  return {
    push(bytes) {
      const lines: Line[] = [];
      for (let from = 0; from < bytes.length; ) {
        const found = bytes.indexOf(lineBreak, from);
        const end = found < 0 ? bytes.length : found;
        const room = limit - keptBytes;
        if (end - from > room) {
          keep(bytes.subarray(from, from + room));
          lines.push(take(0, true));
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
  const [first = new Uint8Array()] = parts;
  const bytes = parts.length > 1 ? Buffer.concat(parts) : Buffer.from(first.buffer, first.byteOffset, first.byteLength);
  const text = bytes.toString('utf8', 0, longest);
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
