import type { ReadDb } from '@cw/storage';

const columns = {
  label: 'SELECT DISTINCT label AS word FROM task_labels',
  type: 'SELECT DISTINCT type AS word FROM tasks',
  assignee: 'SELECT DISTINCT assignee AS word FROM tasks WHERE assignee IS NOT NULL',
} as const;

export type WordColumn = keyof typeof columns;

/** The words that tasks have somewhere, each once. */
export async function usedWords(db: ReadDb, column: WordColumn): Promise<readonly string[]> {
  return (await db.all<{ word: string }>(columns[column])).map(({ word }) => word);
}
