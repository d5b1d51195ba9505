import type { Act } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { append } from '../append.ts';
import type { InboxEvent } from '../contract.ts';
import type { AnswerDoor, ItemAnswer, ItemState, NewItem } from '../model/item.ts';
import { type KeptItem, kept } from '../model/kept-item.ts';
import { findItem } from '../queries/find-items.ts';

export type ItemEnd = {
  readonly state: Exclude<ItemState, 'open'>;
  readonly answer: ItemAnswer | null;
  readonly by: string | null;
  readonly via: AnswerDoor;
};

/** What tells one cause of a subject from another. */
export type AsTold = Pick<KeptItem, 'kind' | 'title'>;

export type InboxStore = ReturnType<typeof inboxStore>;

/** Items inside one write transaction. */
export function inboxStore(tx: Tx) {
  return {
    at: tx.at,
    /** Ids for what the transaction makes. */
    ids: tx.ids,
    /** By id or start of it. */
    find: (item: string) => findItem(tx, item),
    openOf: async (subject: string) =>
      (await tx.get<{ id: string }>("SELECT id FROM inbox_items WHERE subject = ? AND state = 'open'", [subject]))?.id,
    /** Open items that should have been answered by now. */
    expired: async () => {
      const rows = await tx.all<{ id: string }>(
        "SELECT id FROM inbox_items WHERE state = 'open' AND expires_at IS NOT NULL AND expires_at <= ? ORDER BY n",
        [tx.at],
      );
      return rows.map(({ id }) => id);
    },
    /** What is open about a subject, as it is kept. */
    keptOf: (subject: string) =>
      tx.get<KeptItem>(
        `SELECT id, kind, title, text, details, choices, expires_at AS expiresAt FROM inbox_items
         WHERE subject = ? AND state = 'open'`,
        [subject],
      ),
    /** Whether somebody dismissed what is told of a subject; with `as`, what was told in these words. */
    isDismissed: async (subject: string, as?: AsTold) => {
      const rows = await tx.all<AsTold>(
        "SELECT kind, title FROM inbox_items WHERE subject = ? AND state = 'dismissed'",
        [subject],
      );
      return rows.some(({ kind, title }) => as === undefined || (as.kind === kind && as.title === title));
    },
    update: async (id: string, item: Omit<KeptItem, 'id'>) => {
      await tx.run(
        'UPDATE inbox_items SET kind = ?, title = ?, text = ?, details = ?, choices = ?, expires_at = ? WHERE id = ?',
        [item.kind, item.title, item.text, item.details, item.choices, item.expiresAt, id],
      );
    },
    insert: async (id: string, item: NewItem) => {
      const { subject, projectId, taskId, runId } = item;
      const { kind, title, text, details, choices, expiresAt } = kept(item, tx.at);
      await tx.run(
        `INSERT INTO inbox_items (id, kind, subject, project_id, task_id, run_id, title, text, details, choices, state,
           created_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?)`,
        [id, kind, subject, projectId, taskId, runId, title, text, details, choices, tx.at, expiresAt],
      );
    },
    end: async (id: string, { state, answer, by, via }: ItemEnd) => {
      await tx.run(
        'UPDATE inbox_items SET state = ?, answer = ?, answered_by = ?, answered_via = ?, ended_at = ? WHERE id = ?',
        [state, answer === null ? null : JSON.stringify(answer), by, via, tx.at, id],
      );
    },
    /** Has an item that was dismissed wait again. */
    reopen: async (id: string) => {
      await tx.run(
        `UPDATE inbox_items SET state = 'open', answered_by = NULL, answered_via = NULL, ended_at = NULL WHERE id = ?`,
        [id],
      );
    },
    /** What was dismissed about a subject is over: it can no longer be restored, and the next time it is told again. */
    endDismissed: async (subject: string) => {
      await tx.run("UPDATE inbox_items SET state = 'over' WHERE subject = ? AND state = 'dismissed'", [subject]);
    },
    /** What an agent asked in a run that has ended waits for nobody: what was dismissed of it can no longer be restored. */
    endDismissedAsks: async (runId: string) => {
      await tx.run(
        "UPDATE inbox_items SET state = 'over' WHERE run_id = ? AND state = 'dismissed' AND subject LIKE 'ask:%'",
        [runId],
      );
    },
    markDelivered: async (id: string) => {
      await tx.run('UPDATE inbox_items SET delivered_at = ? WHERE id = ? AND delivered_at IS NULL', [tx.at, id]);
    },
    append: async (event: InboxEvent, act: Act) => {
      await append(tx, event, act);
    },
  };
}
