/** Tokens are estimated from characters: English takes about four a token. */
const charsPerToken = 4;

/** Characters that a budget of tokens has room for. */
export function roomIn(tokens: number): number {
  return tokens * charsPerToken;
}

/** Characters a value takes as JSON, which is how data reaches a model. */
export function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

/** Tokens that a value takes when it is told. */
export function tokensOf(value: unknown): number {
  return Math.ceil(sizeOf(value) / charsPerToken);
}

/** The beginning of a text that takes at most `room` characters as JSON, with what it was when it was cut. */
export function cutTo(text: string, room: number): string {
  if (sizeOf(text) <= room) return text;
  const note = `… (cut: ${text.length} characters in all)`;
  let kept = Math.max(0, Math.min(text.length, room - note.length - 2));
  while (kept > 0 && sizeOf(text.slice(0, kept)) + note.length > room) kept = Math.floor(kept * 0.9);
  // Half of a character of two parts would be none.
  const whole = /[\ud800-\udbff]$/.test(text.slice(0, kept)) ? kept - 1 : kept;
  return whole <= 0 ? '' : `${text.slice(0, whole).trimEnd()}${note}`;
}

/** The first of some items that together take at most `room` characters. */
export function firstWithin<T>(items: readonly T[], room: number): readonly T[] {
  let left = room;
  const end = items.findIndex((item) => {
    left -= sizeOf(item) + 1;
    return left < 0;
  });
  return end < 0 ? items : items.slice(0, end);
}
