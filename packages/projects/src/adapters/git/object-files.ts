import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '@cw/kernel';

/**
 * Whether a clone has an object, read from its files, since this is asked before each start and git takes a hundred times as long.
 * True as well where they do not say it for sure.
 */
export function mayHaveObject(clone: string, id: string): boolean {
  const objects = join(clone, 'objects');
  if (existsSync(join(objects, 'info', 'alternates'))) return true;
  // While git packs loose objects, one is for a moment where it was not looked for yet.
  return has(objects, id) || has(objects, id);
}

function has(objects: string, id: string): boolean {
  return isFilled(join(objects, id.slice(0, 2), id.slice(2))) || packsOf(objects).some((pack) => isIndexed(pack, id));
}

/** An empty file is what a power cut leaves of a loose object. */
function isFilled(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.size > 0;
}

/** The indexes of the packs that are there. */
function packsOf(objects: string): readonly string[] {
  const folder = join(objects, 'pack');
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const packs = [...names].filter((name) => name.endsWith('.pack'));
  const indexes = packs.map((name) => name.replace(/pack$/, 'idx'));
  return indexes.filter((name) => names.has(name)).map((name) => join(folder, name));
}

const magic = 'ff744f6300000002';
const fanoutStart = 8;
const namesStart = fanoutStart + 256 * 4;

/** Looks an id up in the index of a pack, whose names are in order: `gitformat-pack(5)`. One of another version may have it. */
function isIndexed(index: string, id: string): boolean {
  let file: number | undefined;
  try {
    file = openSync(index, 'r');
    return isNamedIn(file, Buffer.from(id, 'hex'));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    if (systemCode(error) !== undefined) return true;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function isNamedIn(file: number, id: Buffer): boolean {
  if (bytesAt(file, 0, fanoutStart).toString('hex') !== magic) return true;
  const first = id[0] ?? 0;
  const countUpTo = (byte: number) => bytesAt(file, fanoutStart + byte * 4, 4).readUInt32BE();
  let [low, high] = [first === 0 ? 0 : countUpTo(first - 1), countUpTo(first)];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = Buffer.compare(bytesAt(file, namesStart + middle * id.length, id.length), id);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

function bytesAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, { position });
  return bytes;
}
