/** What stands between words, by its code. */
const between = new Set(Array.from(' \t\r\n"\'`,;(){}[]<>\\', (character) => character.charCodeAt(0)));
/** A word that is longer is cut. */
const longestWord = 4096;

/**
 * Up to where a text, or its bytes, can be shown without cutting its last word in two: a secret could not be told by either
 * half.
 */
export function wholeWords(text: string | Uint8Array, length = text.length): number {
  const codeAt = (at: number) => (typeof text === 'string' ? text.charCodeAt(at) : text[at]) ?? 0;
  for (let at = length; at > Math.max(0, length - longestWord); at -= 1) {
    if (between.has(codeAt(at - 1))) return at;
  }
  return length;
}
