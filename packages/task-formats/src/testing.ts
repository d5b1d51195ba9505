import type { ByteSource } from './reading/byte-source.ts';

/** A file of these bytes. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (into, at) => {
      const part = bytes.subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
  };
}
