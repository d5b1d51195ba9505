import { readFileSync, writeFileSync } from 'node:fs';

const headLength = 8;

/**
 * Writes a part of the program: the length of its code in 8 bytes, the code in ASCII, then V8's compiled form of it,
 * which V8 copies first where it does not begin at a multiple of eight.
 */
export function writePart(file, text, compiled = Buffer.alloc(0)) {
  const padded = text.padEnd(Math.ceil(text.length / 8) * 8, '\n');
  const head = Buffer.alloc(headLength);
  head.writeUInt32LE(padded.length);
  writeFileSync(file, Buffer.concat([head, Buffer.from(padded, 'latin1'), compiled]));
}

/** The code of a part. */
export function partText(file) {
  const bytes = readFileSync(file);
  return bytes.toString('latin1', headLength, headLength + bytes.readUInt32LE(0));
}
