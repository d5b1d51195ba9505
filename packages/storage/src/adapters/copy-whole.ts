import { Fault } from '@cw/kernel';
import { type Connection, makePrivateFile, openConnection } from '../driver.ts';
import { damageIn, damageOf } from './damage.ts';
import { openReadable } from './open-readable.ts';
import { unreadableDatabase } from './unreadable-database.ts';

/**
 * Copies a database with `VACUUM INTO` into a file of mode 0600, which may be there if it is empty, and reads the copy back. The source is looked at first: copying
 * makes indexes anew and carries wrong texts over, so that the copy alone may look better than what it was made of.
 * @throws Fault `storage.unreadable` where the source is damaged, `storage.copy-damaged` where the copy is; SQLite's own errors
 */
export function copyWhole(connection: Connection, target: string): void {
  const damage = damageOf(connection);
  if (damage !== undefined) throw unreadableDatabase(connection.name, damage);
  makePrivateFile(target);
  connection.prepare('VACUUM INTO ?').run(target);
  readBack(target);
}

/** The same of a file that is opened for it. */
export function copyFileWhole(source: string, target: string): void {
  const reader = openReadable(source)?.reader ?? openConnection(source, { readonly: true });
  try {
    copyWhole(reader, target);
  } finally {
    reader.close();
  }
}

/**
 * Reads a database that was just written, from end to end.
 * @throws Fault `storage.copy-damaged`
 */
export function readBack(path: string): void {
  const damage = damageIn(path);
  if (damage !== undefined) throw copyDamaged(path, damage);
}

/** What was written is not what is read: the disk, not cw, is to be looked at. */
export function copyDamaged(path: string, why: string): Fault {
  return new Fault({
    code: 'storage.copy-damaged',
    message: `${path} was verified after writing and is not intact: ${why}. Do not rely on it.`,
    hint: 'Check the disk and the system log, then try again, or choose another place.',
    kind: 'unavailable',
  });
}
