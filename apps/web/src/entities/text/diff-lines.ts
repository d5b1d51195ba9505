import { diffArrays } from 'diff';

/** A stretch of a line; `changed` where it differs from the line it replaces. */
export type DiffSpan = { readonly text: string; readonly changed: boolean };

export type DiffLine = {
  readonly sign: ' ' | '+' | '-';
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly spans: readonly DiffSpan[];
};

const context = 3;
/** Beyond this many removed and added pieces the whole is shown as removed and added. */
const mostEdits = 500;

type Op = { readonly sign: ' ' | '+' | '-'; readonly text: string };

/** Edits from `before` to `after`, piece by piece. */
function compare(before: string[], after: string[]): readonly Op[] {
  const changes = diffArrays(before, after, { maxEditLength: mostEdits }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ];
  return changes.flatMap(({ removed, added, value }) =>
    value.map((text): Op => ({ sign: removed ? '-' : added ? '+' : ' ', text })),
  );
}

function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

function spansOf(ops: readonly Op[], sign: '+' | '-'): readonly DiffSpan[] {
  const spans: DiffSpan[] = [];
  for (const op of ops) {
    if (op.sign !== ' ' && op.sign !== sign) continue;
    const changed = op.sign === sign;
    const last = spans.at(-1);
    if (last && last.changed === changed) spans[spans.length - 1] = { text: last.text + op.text, changed };
    else spans.push({ text: op.text, changed });
  }
  return spans;
}

/** Marks the words that differ between a removed line and the added one in its place, if enough stayed the same. */
function pairSpans(before: string, after: string): readonly [readonly DiffSpan[], readonly DiffSpan[]] {
  const plain = (text: string): readonly DiffSpan[] => [{ text, changed: false }];
  const ops = compare(wordsOf(before), wordsOf(after));
  const kept = ops.reduce((sum, op) => sum + (op.sign === ' ' ? op.text.trim().length : 0), 0);
  if (kept * 2.5 < Math.max(before.trim().length, after.trim().length)) return [plain(before), plain(after)];
  return [spansOf(ops, '-'), spansOf(ops, '+')];
}

function number(ops: readonly Op[], firstLine: number): readonly DiffLine[] {
  let before = firstLine;
  let after = firstLine;
  return ops.map(({ sign, text }): DiffLine => {
    const line = { sign, spans: [{ text, changed: false }] };
    if (sign === '-') return { ...line, before: before++, after: undefined };
    if (sign === '+') return { ...line, before: undefined, after: after++ };
    return { ...line, before: before++, after: after++ };
  });
}

function textOf(line: DiffLine): string {
  return line.spans.map((span) => span.text).join('');
}

/** Pairs each run of removed lines with the run of added ones that follows it, line by line. */
function markWords(lines: readonly DiffLine[]): readonly DiffLine[] {
  const marked = [...lines];
  let at = 0;
  while (at < lines.length) {
    const removedFrom = at;
    while (lines[at]?.sign === '-') at += 1;
    const addedFrom = at;
    while (lines[at]?.sign === '+') at += 1;
    for (let n = 0; n < Math.min(addedFrom - removedFrom, at - addedFrom); n += 1) {
      const [removed, added] = [lines[removedFrom + n], lines[addedFrom + n]];
      if (!removed || !added) continue;
      const [left, right] = pairSpans(textOf(removed), textOf(added));
      marked[removedFrom + n] = { ...removed, spans: left };
      marked[addedFrom + n] = { ...added, spans: right };
    }
    if (at === removedFrom) at += 1;
  }
  return marked;
}

function nearChange(lines: readonly DiffLine[]): readonly DiffLine[] {
  return lines.filter((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some((line) => line.sign !== ' '),
  );
}

/**
 * The lines of an edit with three lines around each change, changed words marked.
 * @param firstLine number of the first line, 1 where the text is the whole file
 */
export function diffLines(before: string, after: string, firstLine = 1): readonly DiffLine[] {
  const split = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
  return nearChange(markWords(number(compare(split(before), split(after)), firstLine)));
}

/** How many lines a diff adds and removes. */
export function diffCounts(lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } {
  const count = (sign: '+' | '-') => lines.reduce((sum, line) => sum + (line.sign === sign ? 1 : 0), 0);
  return { added: count('+'), removed: count('-') };
}
