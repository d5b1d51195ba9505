import type { ReadDb } from '@cw/storage';
import type { MissedTask, TaskCandidate } from '../model/task-failure.ts';
import { afterAll, trashCandidates } from './find-task.ts';

const idLength = 12;
const shortest = 4;
/** Where more are near, none of them is likely to be meant. */
const most = 3;

const like = `SELECT t.id, t.title FROM tasks t
WHERE t.id >= ? AND t.id < ? AND t.id GLOB ? AND t.deleted_at IS NULL ORDER BY t.id LIMIT ${most + 1}`;

/** What a person may have meant by an id that no task has: one in the trash, or one that differs by one slip. */
export async function missedTask(db: ReadDb, ref: string): Promise<MissedTask> {
  const inTrash = await trashCandidates(db, ref);
  return { inTrash, near: inTrash.length > 0 ? [] : await nearMisses(db, ref) };
}

async function nearMisses(db: ReadDb, ref: string): Promise<readonly TaskCandidate[]> {
  const word = ref.toLowerCase().replace(/^[a-z]{1,3}[_-]/, '');
  if (!/^[0-9a-z]*$/.test(word) || word.length < shortest || word.length > idLength + 1) return [];
  const found = new Map<string, TaskCandidate>();
  for (const slip of slips(word)) {
    const start = `tk_${slip.split('?')[0] ?? ''}`;
    const pattern = `tk_${slip}${slip.length < idLength ? '*' : ''}`;
    for (const task of await db.all<TaskCandidate>(like, [start, start + afterAll, pattern])) found.set(task.id, task);
    if (found.size > most) return [];
  }
  return [...found.values()];
}

/** The word in small letters, with one letter wrong, two swapped, one left out, or one too many; `?` is any letter. */
function slips(word: string): ReadonlySet<string> {
  const all = new Set([word]);
  for (let at = word.length; at >= 0; at -= 1) {
    const [before, here, rest] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)];
    all.add(`${before}?${here}${rest}`);
    if (here === '') continue;
    all.add(`${before}?${rest}`);
    all.add(before + rest);
    all.add(before + rest.slice(0, 1) + here + rest.slice(1));
  }
  return new Set([...all].filter((slip) => slip.length <= idLength));
}
