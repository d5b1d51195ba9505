/** One line of a program's output, with where it stood. */
export type Line = {
  /** Of its first byte in the output. */
  readonly offset: number;
  /** Of the byte after its line break. */
  readonly end: number;
  /** Without the line break. Bytes that are not UTF-8 read as U+FFFD. */
  readonly text: string;
  /** True when it was longer than is kept; `text` is then its beginning. */
  readonly cut: boolean;
};

export type LineSplitter = {
  /** Takes the next bytes and answers the lines they complete. */
  readonly push: (bytes: Uint8Array) => Line[];
  /** The line that no line break has ended, if there is one. */
  readonly rest: () => Line | undefined;
};

const lineBreak = 10;

/**
 * Splits a stream of bytes into lines, keeping no more of one than `limit` bytes.
 * @param start offset of the first byte that will be pushed
 */
export function createLineSplitter(start: number, limit: number): LineSplitter {
  let offset = start;
  let kept: Uint8Array[] = [];
  let keptBytes = 0;
  let seenBytes = 0;

  const keep = (part: Uint8Array) => {
    seenBytes += part.length;
    const room = limit - keptBytes;
    if (room <= 0 || part.length === 0) return;
    // Copied: the caller's buffer may be written to again.
    const piece = part.slice(0, room);
    kept.push(piece);
    keptBytes += piece.length;
  };
  const line = (breakBytes: number): Line => ({
    offset,
    end: offset + seenBytes + breakBytes,
    text: decode(kept),
    cut: seenBytes > keptBytes,
  });

  return {
    push(bytes) {
      const lines: Line[] = [];
      let from = 0;
      for (let at = bytes.indexOf(lineBreak); at >= 0; at = bytes.indexOf(lineBreak, from)) {
        keep(bytes.subarray(from, at));
        const complete = line(1);
        lines.push(complete);
        offset = complete.end;
        kept = [];
        keptBytes = 0;
        seenBytes = 0;
        from = at + 1;
      }
      keep(bytes.subarray(from));
      return lines;
    },
    rest: () => (seenBytes > 0 ? line(0) : undefined),
  };
}

function decode(parts: readonly Uint8Array[]): string {
  const text = new TextDecoder().decode(Buffer.concat(parts));
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
