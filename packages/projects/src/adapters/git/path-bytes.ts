/**
 * Paths of git are bytes in any encoding. A string of them holds one byte in each character (latin1), so that none is lost and they
 * can be compared, split and joined.
 */

/** @returns the bytes of a path as text, as such a string */
export function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** @returns such a string as people read it; what is not UTF-8 is replaced */
export function asText(bytes: string): string {
  return bufferOf(bytes).toString();
}

/** @returns such a string as the file system takes it */
export function bufferOf(bytes: string): Buffer {
  return Buffer.from(bytes, 'latin1');
}
