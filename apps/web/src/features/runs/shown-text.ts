// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const unusual = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const allUnusual = new RegExp(unusual, 'g');

/**
 * What a program wrote as it may be shown: without colours and other orders to a terminal; what else cannot be seen, or
 * would turn the direction of the text around, is named.
 */
export function shownText(text: string): string {
  if (!unusual.test(text)) return text;
  return text
    .replace(escapes, '')
    .replace(/\r\n?/g, '\n')
    .replace(allUnusual, (found) => {
      const code = found.charCodeAt(0);
      if (code < 0x20) return String.fromCharCode(0x2400 + code);
      return `\\u${code.toString(16).padStart(4, '0')}`;
    });
}

/** A value of JSON with each text in it as it may be shown. */
export function shownValue<T>(value: T): T;
export function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value)) return value.map((item) => shownValue(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shownValue(item)]));
}
