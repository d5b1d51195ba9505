import { constants, readFileSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Conversation } from '../ports/provider.ts';

/** Larger ones are not copied: a file with holes would fill the disk. */
const mostBytes = 2 ** 30;
const partBytes = 2 ** 20;

const asFolder = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const asSource = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const asNew = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** `none`: there is no such conversation, or something else in its place. `refused`: it cannot lie where it belongs. */
export type Copied = 'copied' | 'none' | 'refused';

/**
 * Copies a conversation from one folder of a program into another, in the place of an earlier copy. An agent may have written
 * both: no symbolic link below them is followed, and only a regular file with one name is read.
 * @throws Error ENOSPC, EDQUOT where there is no room for it
 */
export async function copyConversation(conversation: Conversation, from: string, to: string): Promise<Copied> {
  await using source = await findConversation(conversation, from);
  if (source === undefined) return 'none';
  await using folders = handles();
  const target = await into(folders, to, ['projects', source.folder], { make: true });
  if (target === undefined) return 'refused';
  const [path, fresh] = [join(target, conversation.file), join(target, `${conversation.file}.cw-new`)];
  try {
    await rm(fresh, { force: true });
    await write(source.file, fresh);
    await rename(fresh, path);
    return 'copied';
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined);
    if (isCode(error, 'ENOSPC', 'EDQUOT')) throw error;
    // Something that is no file lies in its place, or nothing may be written there.
    if (isCode(error)) return 'refused';
    throw error;
  }
}

/** Whether a folder of a program has a conversation that can be copied. */
export async function hasConversation(conversation: Conversation, folder: string): Promise<boolean> {
  await using found = await findConversation(conversation, folder);
  return found !== undefined;
}

type Found = AsyncDisposable & { readonly folder: string; readonly file: FileHandle };

async function findConversation(wanted: Conversation, root: string): Promise<Found | undefined> {
  for (const folder of await foldersOf(wanted, root)) {
    await using folders = handles();
    const path = await into(folders, root, ['projects', folder]);
    const file = path === undefined ? undefined : await openFile(join(path, wanted.file));
    if (file !== undefined) return { folder, file, [Symbol.asyncDispose]: () => file.close() };
  }
  return undefined;
}

/** Programs shorten long names in ways of their own. */
async function foldersOf({ folder, isShortened }: Conversation, root: string): Promise<readonly string[]> {
  if (!isShortened) return [folder];
  await using folders = handles();
  const projects = await into(folders, root, ['projects']);
  return projects === undefined ? [] : (await readdir(projects)).filter((name) => name.startsWith(folder));
}

async function openFile(path: string): Promise<FileHandle | undefined> {
  const file = await orUndefined(open(path, asSource));
  if (file === undefined) return undefined;
  const stats = await file.stat();
  if (stats.isFile() && stats.nlink === 1 && stats.size <= mostBytes) return file;
  await file.close();
  return undefined;
}

async function write(source: FileHandle, path: string): Promise<void> {
  await using target = await open(path, asNew, 0o600);
  const part = Buffer.alloc(partBytes);
  for (let position = 0; position < mostBytes; ) {
    const { bytesRead } = await source.read(part, 0, part.length, position);
    if (bytesRead === 0) break;
    await target.writeFile(part.subarray(0, bytesRead));
    position += bytesRead;
  }
  await target.sync();
}

type Handles = AsyncDisposable & { readonly keep: (handle: FileHandle) => FileHandle };

function handles(): Handles {
  const kept: FileHandle[] = [];
  return {
    keep: (handle) => {
      kept.push(handle);
      return handle;
    },
    [Symbol.asyncDispose]: async () => {
      for (const handle of kept) await handle.close();
    },
  };
}

/**
 * A path that leads to a folder for as long as the handles are open, whoever puts links into its place meanwhile.
 * Undefined where there is none, or a link on the way.
 */
async function into(
  folders: Handles,
  root: string,
  names: readonly string[],
  { make = false } = {},
): Promise<string | undefined> {
  const start = await orUndefined(realpath(root));
  let path = start;
  for (const name of ['', ...names]) {
    if (path === undefined) return undefined;
    const next: string = name === '' ? path : join(path, name);
    if (make && name !== '' && !(await made(next))) return undefined;
    const handle = await orUndefined(open(next, asFolder));
    if (handle === undefined) return undefined;
    folders.keep(handle);
    path = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : next;
  }
  return path;
}

async function made(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (isCode(error, 'ENOSPC', 'EDQUOT')) throw error;
    if (!isCode(error)) throw error;
    return isCode(error, 'EEXIST');
  }
  return true;
}

async function orUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (isCode(error)) return undefined;
    throw error;
  }
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  return codes.length === 0 || codes.includes(String(error.code));
}

/** What a run's conversation is to be kept by when it has ended, as it lies in the run's log folder. */
export type KeptFrom = {
  readonly conversation: Conversation;
  /** The folder that was made for the run. */
  readonly made: string;
  /** That of its account. */
  readonly account: string;
};

/** Path of that note. */
export function noteOf(logDir: string): string {
  return join(logDir, 'conversation.json');
}

/** Undefined where a run has no folder made for it, or what was in it is kept already. */
export function readNote(logDir: string): KeptFrom | undefined {
  try {
    return JSON.parse(readFileSync(noteOf(logDir), 'utf8')) as KeptFrom;
  } catch (error) {
    if (error instanceof SyntaxError || isCode(error)) return undefined;
    throw error;
  }
}
