/** What a search looks for: words that an index of words finds, and those that only reading all texts does. */
export type SearchWords = {
  /** Looked for at the beginning of words. */
  readonly indexed: readonly string[];
  /** Looked for anywhere: of scripts that put no blanks between words, signs that are no words, and words with signs in them. */
  readonly anywhere: readonly string[];
};

const noBlanks =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const most = 20;

/** The words of a text that was typed to search for; nothing in it means anything but itself. */
export function searchWords(text: string): SearchWords {
  const words = [...new Set(text.split(/[\s\p{Cc}]+/u).filter((word) => word !== ''))].slice(0, most);
  const isIndexed = (word: string) => /[\p{L}\p{N}]/u.test(word) && !noBlanks.test(word);
  const indexed = words.filter(isIndexed).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, ''));
  // The index knows no signs: `a"b` is for it an `a` with a `b` behind it, and `C++` a `C`.
  const signed = words
    .filter(isIndexed)
    .map(withoutMarks)
    .filter((word) => /[^\p{L}\p{N}\p{M}]/u.test(word));
  return { indexed, anywhere: [...words.filter((word) => !isIndexed(word)), ...signed] };
}

/** A word without the quotes, brackets and marks of a sentence around it. */
function withoutMarks(word: string): string {
  return word.replace(/^["'“”„«»‘’([{¿¡]+|["'“”„«»‘’)\]}.,;:!?…]+$/gu, '');
}

/** One piece of a text, and whether it is what was looked for. */
export type Piece = { readonly text: string; readonly hit: boolean };

/**
 * The part of a text around the first word that was looked for, as pieces; undefined where none is in it.
 * @param room how many characters it may have.
 */
export function snippetOf(text: string, { indexed, anywhere }: SearchWords, room = 120): readonly Piece[] | undefined {
  const characters = [...text.replace(/\s+/gu, ' ').trim()];
  const folded = characters.map(fold);
  const hits = new Set<number>();
  for (const word of indexed) markHits(hits, folded, { wanted: [...word].map(fold), atStart: true });
  for (const word of anywhere) markHits(hits, folded, { wanted: [...word].map(fold), atStart: false });
  if (hits.size === 0) return undefined;
  const first = characters.findIndex((_, at) => hits.has(at));
  const from = Math.max(0, Math.min(first - Math.floor(room / 3), characters.length - room));
  const to = Math.min(characters.length, from + room);
  const pieces: { text: string; hit: boolean }[] = from > 0 ? [{ text: '…', hit: false }] : [];
  for (let at = from; at < to; at += 1) {
    const [last, hit] = [pieces.at(-1), hits.has(at)];
    if (last?.hit === hit) last.text += characters[at];
    else pieces.push({ text: characters[at] ?? '', hit });
  }
  return to < characters.length ? [...pieces, { text: '…', hit: false }] : pieces;
}

/** A character without its accents, in small letters, as the index keeps it; nothing for a mark by itself. */
function fold(character: string): string {
  return character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

type Wanted = { readonly wanted: readonly string[]; readonly atStart: boolean };

function markHits(hits: Set<number>, folded: readonly string[], { wanted, atStart }: Wanted): void {
  const word = wanted.join('');
  for (let at = 0; at < folded.length; at += 1) {
    if (atStart && at > 0 && /[\p{L}\p{N}]/u.test(folded[at - 1] ?? '')) continue;
    const end = endOfMatch(folded, at, word);
    if (end === undefined) continue;
    for (let hit = at; hit < end; hit += 1) hits.add(hit);
    at = end - 1;
  }
}

/** Where a word that begins here ends: behind its last character. */
function endOfMatch(folded: readonly string[], from: number, word: string): number | undefined {
  let rest = word;
  for (let at = from; at < folded.length; at += 1) {
    const part = folded[at] ?? '';
    if (!rest.startsWith(part)) return undefined;
    rest = rest.slice(part.length);
    if (rest === '') return at + 1;
  }
  return undefined;
}
