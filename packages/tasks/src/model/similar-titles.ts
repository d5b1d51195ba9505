/** The words of a title as the search index knows them: small letters without marks. */
export function titleWords(title: string): readonly string[] {
  const plain = title.normalize('NFKD').replace(/\p{M}+/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

const closeEnough = 0.8;

/** Whether two titles say nearly the same: most of both is shared, long words counting for more, and no number differs. */
export function areSimilar(left: readonly string[], right: readonly string[]): boolean {
  const onlyRight = [...right];
  const onlyLeft: string[] = [];
  for (const word of left) {
    const at = onlyRight.indexOf(word);
    if (at < 0) onlyLeft.push(word);
    else onlyRight.splice(at, 1);
  }
  const different = [...onlyLeft, ...onlyRight];
  if (different.some((word) => /\p{N}/u.test(word))) return false;
  const all = letters(left) + letters(right);
  return all > 0 && (all - letters(different)) / all > closeEnough;
}

function letters(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0);
}
