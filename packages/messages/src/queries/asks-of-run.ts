import type { ReadDb } from '@cw/storage';
import type { ItemAnswer } from '../model/item.ts';

/** What an agent asked and was not told of while it ran. */
export type Ask = {
  readonly id: string;
  readonly subject: string;
  readonly kind: 'question' | 'permission';
  readonly title: string;
  readonly text: string;
  /** Null: it is open. */
  readonly answer: ItemAnswer | null;
};

type RawAsk = Omit<Ask, 'answer'> & { readonly answer: string | null };

/** What agents of a task asked, in runs other than this one, that was answered and told to nobody. */
export async function untoldAnswers(
  db: ReadDb,
  { taskId, runId }: { readonly taskId: string; readonly runId: string },
): Promise<readonly Ask[]> {
  const rows = await db.all<RawAsk>(
    `SELECT id, subject, kind, told(title) AS title, told(text) AS text, answer FROM inbox_items
     WHERE task_id = ? AND run_id <> ? AND subject LIKE 'ask:%' AND kind = 'question' AND state = 'answered'
       AND delivered_at IS NULL ORDER BY n`,
    [taskId, runId],
  );
  return rows.map(toAsk);
}

/** What the agent of a run asked that is open, or was answered when it did not wait any more; in the order it asked. */
export async function asksOfRun(db: ReadDb, runId: string): Promise<readonly Ask[]> {
  const rows = await db.all<RawAsk>(
    `SELECT id, subject, kind, told(title) AS title, told(text) AS text, answer FROM inbox_items
     WHERE run_id = ? AND subject LIKE 'ask:%' AND delivered_at IS NULL AND state IN ('open', 'answered') ORDER BY n`,
    [runId],
  );
  return rows.map(toAsk);
}

function toAsk(raw: RawAsk): Ask {
  return { ...raw, answer: raw.answer === null ? null : JSON.parse(raw.answer) };
}
