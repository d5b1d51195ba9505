import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Advice, Fault, step, systemCode } from '@cw/kernel';

/** With less than this many bytes left on a disk, SQLite cannot make the files that it needs beside a database. */
const noRoom = 2 ** 18;

/**
 * What to say where the system refused to write, by its code: the disk is full, its file system is read-only, or it is
 * somebody else's. Undefined for any other error.
 * @param folder where it was written to, unless the error names a file
 */
export function diskFault(error: unknown, folder: string): Fault | undefined {
  // The system says ENOSPC of its watches, too.
  if (error instanceof Error && 'syscall' in error && error.syscall === 'watch') return undefined;
  return faultOf(codeOf(error), folderOf(error) ?? folder, error);
}

/** Of a folder that could not be made on a read-only disk, Node says that the one above it is missing. */
function codeOf(error: unknown): string | undefined {
  const code = systemCode(error);
  if (code !== 'ENOENT' || !(error instanceof Error && 'syscall' in error && error.syscall === 'mkdir')) return code;
  let above = folderOf(error);
  while (above !== undefined && !existsSync(above)) above = dirname(above);
  return above === undefined ? code : (refusalOf(above) ?? code);
}

/**
 * The same after SQLite could not open or write a database, which does not say why: the system is asked.
 * @param path of the database
 */
export function databaseFault(path: string, cause: unknown): Fault | undefined {
  const folder = dirname(path);
  const code = refusalOf(folder) ?? refusalOf(path) ?? (hasRoom(folder) ? undefined : 'ENOSPC');
  return faultOf(code, folder, cause, '; nothing was changed');
}

/** What to say before anything is written where the system would refuse it; undefined where it would not. */
export function writeRefusal(folder: string): Fault | undefined {
  return faultOf(refusalOf(folder) ?? (hasRoom(folder) ? undefined : 'ENOSPC'), folder, undefined);
}

/** SQLite found no room: on the disk of the database, or on that of temporary files. */
export function noRoomFault(path: string, cause: unknown): Fault {
  const folder = dirname(path);
  const full = hasRoom(folder) ? undefined : faultOf('ENOSPC', folder, cause, '; nothing was changed');
  if (full !== undefined) return full;
  return new Fault({
    code: 'storage.full',
    message: `SQLite ran out of space, on the disk that holds ${folder} or for temporary files; nothing was written.`,
    hint: 'Free some space there (SQLITE_TMPDIR sets another folder for temporary files), and try again.',
    cause,
    kind: 'unavailable',
  });
}

/** @param outcome what came of the change, to end the sentence; left out where the caller does not know */
function faultOf(code: string | undefined, folder: string, cause: unknown, outcome = ''): Fault | undefined {
  const said = code === undefined ? undefined : words[code]?.(folder);
  if (said === undefined) return undefined;
  return new Fault({ ...said, message: `${said.message}${outcome}.`, cause, kind: 'unavailable' });
}

type Said = Advice & { readonly code: string; readonly message: string };

const forbidden = (folder: string): Said => ({
  code: 'storage.no-permission',
  message: `This user has no permission for ${folder}`,
  hint: 'Check its owner (ls -ld), then run cw as that user, fix the permissions, or choose another workspace with --home.',
});

const words: Readonly<Record<string, (folder: string) => Said>> = {
  ENOSPC: (folder) => ({
    code: 'storage.full',
    message: `The disk that holds ${folder} is full`,
    hint: `Free some space on it (see df -h ${folder}), and try again.`,
  }),
  EDQUOT: (folder) => ({
    code: 'storage.full',
    message: `This user's quota on the disk that holds ${folder} is used up`,
    hint: 'Free some space on it, or request more, and try again.',
  }),
  EROFS: (folder) => ({
    code: 'storage.read-only',
    message: `The file system that holds ${folder} is read-only`,
    hint: 'Reading still works. To make changes, mount it for writing, or choose another workspace with --home.',
  }),
  EACCES: forbidden,
  EPERM: forbidden,
  EFBIG: (folder) => ({
    code: 'storage.io',
    message: `A file in ${folder} would have exceeded the file size limit`,
    hint: 'Try again with a higher limit (see ulimit -f).',
  }),
  EIO: (folder) => ({
    code: 'storage.io',
    message: `The disk that holds ${folder} reported an error`,
    hint: 'Check the system log before you continue.',
    next: [step('See what is damaged in the workspace', 'doctor')],
  }),
};

function folderOf(error: unknown): string | undefined {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? dirname(error.path) : undefined;
}

/** Why the system would not let this be written, or undefined where it would, or where nothing is there. */
function refusalOf(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return systemCode(error);
  }
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= noRoom;
  } catch (error) {
    if (systemCode(error) !== undefined) return true;
    throw error;
  }
}
