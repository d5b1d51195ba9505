import type { ReadDb } from '@cw/storage';
import { areSimilar, titleWords } from '../model/similar-titles.ts';
import type { TaskCandidate } from '../model/task-failure.ts';

/** Only the newest of those that fit are looked at, so that a frequent title costs no more than a rare one. */
const sql = `SELECT t.id, t.title
  FROM (SELECT rowid FROM task_search WHERE task_search MATCH ? ORDER BY rowid DESC LIMIT 50) found
  JOIN tasks t ON t.n = found.rowid
  WHERE t.status <> 'closed' AND t.deleted_at IS NULL`;

const most = 3;
const mostWords = 5;

/**
 * Open tasks whose title says nearly the same as this one.
 * @param except ids that do not count, such as that of the task itself.
 */
export async function findSimilar(
  db: ReadDb,
  title: string,
  except: ReadonlySet<string>,
): Promise<readonly TaskCandidate[]> {
  const words = titleWords(title);
  const pattern = searchFor(words);
  if (pattern === undefined) return [];
  const found = await db.all<TaskCandidate>(sql, [pattern]);
  return found.filter((task) => !except.has(task.id) && areSimilar(words, titleWords(task.title))).slice(0, most);
}

/** All of the longest words but one, whichever it is; all of them where there are few. */
function searchFor(words: readonly string[]): string | undefined {
  const chosen = [...new Set(words)].sort((left, right) => right.length - left.length).slice(0, mostWords);
  if (chosen.length === 0) return undefined;
  const quoted = chosen.map((word) => `"${word}"`);
  if (quoted.length < 3) return `title : (${quoted.join(' AND ')})`;
  const ways = quoted.map((_, left) => `(${quoted.filter((__, index) => index !== left).join(' AND ')})`);
  return `title : (${ways.join(' OR ')})`;
}
