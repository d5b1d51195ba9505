/** Looking for letters of all scripts takes long where there are none but those of ASCII. */
const ascii = /^[\x20-\x7e]*$/;

/** The words of a title as the search index knows them: small letters without marks. */
export function titleWords(title: string): readonly string[] {
  if (ascii.test(title)) return title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function hasNumber(word: string): boolean {
  return ascii.test(word) ? /\d/.test(word) : /\p{N}/u.test(word);
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
  if (different.some(hasNumber)) return false;
  const all = letters(left) + letters(right);
  return all > 0 && (all - letters(different)) / all > closeEnough;
}

function letters(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0);
}
