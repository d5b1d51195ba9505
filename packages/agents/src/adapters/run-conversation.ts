import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { OwnFolder } from '../ports/provider.ts';
import { copyConversation, hasConversation, noteOf, readNote } from './conversation.ts';
import { madeFolder } from './sandbox/own-folder.ts';

export type Beginning = {
  readonly own: OwnFolder;
  /** Whether the program gets a folder made for the run. */
  readonly isMade: boolean;
  /** The run whose conversation is gone on with; null: it begins one. */
  readonly before: ConversationBefore | null;
};

/** Where the conversation that a run goes on with may lie. */
export type ConversationBefore = {
  readonly logDir: string;
  /** Folder of the program as its account has it. */
  readonly account: string;
};

/**
 * Before its agent starts: gives a run its folder and the conversation that it goes on with, whichever account that was held
 * with. Safe to repeat: what an agent may be writing to already is left alone.
 */
export async function beginConversation(logDir: string, { own, isMade, before }: Beginning): Promise<void> {
  const note = noteOf(logDir);
  if (existsSync(note)) return;
  if (before !== null) await keepConversation(before.logDir);
  const target = isMade ? madeFolder(logDir) : own.path;
  for (const folder of [own.path, target]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (before !== null) {
    const left = readNote(before.logDir)?.made;
    const sources = [...(left === undefined ? [] : [left]), before.account, own.path];
    const [source] = await filtered(sources, (folder) => hasConversation(own.conversation, folder));
    if (source !== undefined && source !== target) await copyConversation(own.conversation, source, target);
  }
  if (!isMade) return;
  writeFileSync(
    `${note}.new`,
    `${JSON.stringify({ conversation: own.conversation, made: target, account: own.path })}\n`,
    {
      mode: 0o600,
    },
  );
  await rename(`${note}.new`, note);
}

/**
 * After the agent of a run and all it started have ended: the conversation goes into the account's folder, and all else that
 * was written into the run's own is removed. What cannot be put there stays in the run's folder, where a further run finds it.
 * Safe to repeat.
 * @throws Error ENOSPC, EDQUOT where there is no room for it; it can be done later
 */
export async function keepConversation(logDir: string): Promise<void> {
  const note = readNote(logDir);
  if (note === undefined) return;
  if ((await copyConversation(note.conversation, note.made, note.account)) === 'refused') return;
  await rm(noteOf(logDir), { force: true });
  await removeFolder(note.made);
}

/** Removes what an agent wrote, also folders that nobody may write to; what stays nevertheless goes with the run's log. */
export async function removeFolder(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true });
  // Package managers write folders that nobody may write to.
  await remove()
    .catch(async () => {
      await promisify(execFile)('chmod', ['-R', 'u+rwX', '--', path]);
      await remove();
    })
    .catch(() => undefined);
}

async function filtered<T>(items: readonly T[], holds: (item: T) => Promise<boolean>): Promise<readonly T[]> {
  const found: T[] = [];
  for (const item of items) if (await holds(item)) found.push(item);
  return found;
}
