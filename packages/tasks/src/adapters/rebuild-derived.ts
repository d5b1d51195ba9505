import type { Tx } from '@cw/storage';
import { derivedColumns, searchIndexes } from '../queries/derived-columns.ts';

/** Beyond any depth of tasks below tasks. */
const mostRounds = 10_000;

/**
 * Counts anew every column that is derived, until counting changes nothing: a task's depends on its parent's.
 * @returns how many values were wrong
 */
export async function recountTasks(tx: Tx): Promise<number> {
  let corrected = 0;
  for (let round = 0; round < mostRounds; round += 1) {
    let changed = 0;
    for (const [column, told] of Object.entries(derivedColumns)) {
      const { changes } = await tx.run(`UPDATE tasks AS t SET ${column} = ${told} WHERE ${column} IS NOT ${told}`);
      changed += changes;
    }
    if (changed === 0) return corrected;
    corrected += changed;
  }
  throw new Error('the columns of tasks do not settle');
}

/** Makes the search indexes anew from the texts of tasks and comments. */
export async function rebuildSearch(tx: Tx): Promise<number> {
  for (const index of searchIndexes) await tx.run(`INSERT INTO ${index} (${index}) VALUES ('rebuild')`);
  return searchIndexes.length;
}
