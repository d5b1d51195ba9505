import { randomBytes } from 'node:crypto';

/** Prefixes of the ids people see; the word after each is the thing it names. */
export const idPrefixes = {
  task: 'tk',
  project: 'pr',
  agent: 'ag',
  run: 'rn',
  mergeRequest: 'mr',
  comment: 'cm',
  checkpoint: 'cp',
  account: 'ac',
  user: 'us',
  proposal: 'fu',
  log: 'lg',
  inboxItem: 'ib',
  message: 'msg',
  rule: 'ru',
} as const;

export type IdKind = keyof typeof idPrefixes;

/** Mints a fresh id such as `tk_7f3k9q2m4x1a`. */
export type IdSource = (kind: IdKind) => string;

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
const length = 12;
const unbiasedLimit = 256 - (256 % alphabet.length);

/** Ids of 12 random characters (62 bits), never used again; bytes that would favour a letter are drawn anew. */
export const randomId: IdSource = idsFrom((count) => randomBytes(count));

/** The same from another source of random bytes, which must be as good. */
export function idsFrom(bytes: (count: number) => Uint8Array): IdSource {
  return (kind) => {
    let text = '';
    while (text.length < length) {
      for (const byte of bytes(length * 2)) {
        if (byte < unbiasedLimit && text.length < length) text += alphabet[byte % alphabet.length];
      }
    }
    return `${idPrefixes[kind]}_${text}`;
  };
}
