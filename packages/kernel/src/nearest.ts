/**
 * The candidate that was most likely meant by a misspelt word; undefined where none is close.
 * Letters that were left out, doubled, mistaken or swapped count one each; a third of the word may be wrong, and never
 * all of it. Among words that are equally close, one with the same first letter is likelier, then the longer one: letters are
 * sooner left out than added.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const typed = word.toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = editsBetween(typed, candidate.toLowerCase(), least + 1);
    const isCloser = edits < least || (edits === least && best !== undefined && isLikelier(typed, candidate, best));
    if (isCloser && edits < Math.max(typed.length, candidate.length)) [best, least] = [candidate, edits];
  }
  return best;
}

function isLikelier(typed: string, candidate: string, best: string): boolean {
  const startsAlike = (word: string) => word.toLowerCase().startsWith(typed.slice(0, 1));
  if (startsAlike(candidate) !== startsAlike(best)) return startsAlike(candidate);
  return candidate.length > best.length;
}

/** Edits that make `to` of `from`, or some number from `enough` up where it takes as many. */
function editsBetween(from: string, to: string, enough: number): number {
  if (Math.abs(from.length - to.length) >= enough) return enough;
  let above: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1];
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (above[j - 2] ?? 0) + 1 : enough,
      );
    }
    [above, row] = [row, next];
  }
  return row[to.length] ?? enough;
}
