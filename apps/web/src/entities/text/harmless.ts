/** Controls that a terminal obeys, and signs that turn the order of what is read; line ends and tabs are kept. */
const unseen = /[\p{Cc}\p{Bidi_Control}\u{200b}\u{2028}\u{2029}\u{2060}-\u{2064}\u{feff}]/gu;

function shown(sign: string): string {
  if (sign === '\n' || sign === '\t') return sign;
  const code = sign.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** A text of an agent in which nothing is hidden: signs that are not seen, or that move others, are spelled out. */
export function harmless(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(unseen, shown);
}
