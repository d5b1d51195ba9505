import { type IdKind, idPrefixes } from '@cw/kernel';
import type { ReadDb } from './ports/read-db.ts';

/** A word that a line may go on with, and what it is. */
type IdWord = { readonly word: string; readonly description: string };

/** Which things of a kind a line is about: that are open, have ended, are held, or were taken away. */
export type WordsAmong = 'all' | 'open' | 'closed' | 'held' | 'trash';

type Listed = { readonly kind: IdKind; readonly listed: string };

const most = 500;
const mostOfEach = 50;

/**
 * Ids of the newest things of a kind that begin with what is typed, in the form in which it is typed: with the start that ids of
 * their kind have, or without it.
 * @param listed `SELECT id, … AS description FROM …`, the newest first
 */
export async function idWords(db: ReadDb, { kind, listed }: Listed, start: string): Promise<readonly IdWord[]> {
  const prefix = `${idPrefixes[kind]}_`;
  const isWhole = prefix.startsWith(start) || start.startsWith(prefix);
  const rows = await db.all<{ id: string; description: string | null }>(`${listed} LIMIT ${most}`);
  const words = rows.map(({ id, description }) => ({
    word: isWhole ? id : id.slice(prefix.length),
    description: description ?? '',
  }));
  return words.filter(({ word }) => word.startsWith(start));
}

/** The same for things that are also named by something else, such as a run by its task: some of each. */
export async function idWordsOfEach(db: ReadDb, lists: readonly Listed[], start: string): Promise<readonly IdWord[]> {
  const words: IdWord[] = [];
  for (const list of lists) words.push(...(await idWords(db, list, start)).slice(0, mostOfEach));
  return words;
}
