import { type IdKind, idPrefixes } from '@cw/kernel';
import type { ReadDb } from './ports/read-db.ts';

/** A word that a line may go on with, and what it is. */
type IdWord = { readonly word: string; readonly description: string };

const most = 500;

/**
 * Ids of the newest things of a kind that begin with what is typed, in the form in which it is typed: with the start that ids of
 * their kind have, or without it.
 * @param listed `SELECT id, … AS description FROM …`, the newest first
 */
export async function idWords(
  db: ReadDb,
  { kind, listed }: { readonly kind: IdKind; readonly listed: string },
  start: string,
): Promise<readonly IdWord[]> {
  const prefix = `${idPrefixes[kind]}_`;
  const isWhole = prefix.startsWith(start) || start.startsWith(prefix);
  const rows = await db.all<{ id: string; description: string | null }>(`${listed} LIMIT ${most}`);
  const words = rows.map(({ id, description }) => ({
    word: isWhole ? id : id.slice(prefix.length),
    description: description ?? '',
  }));
  return words.filter(({ word }) => word.startsWith(start));
}
