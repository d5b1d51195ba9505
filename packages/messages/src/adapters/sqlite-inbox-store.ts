import { storeReason } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { append } from '../append.ts';
import type { InboxStore } from '../ports/inbox-store.ts';
import { findItem } from '../queries/find-items.ts';

export function sqliteInboxStore(tx: Tx): InboxStore {
  return {
    at: tx.at,
    ids: tx.ids,
    find: (item) => findItem(tx, item),
    openOf: async (subject) =>
      (await tx.get<{ id: string }>("SELECT id FROM inbox_items WHERE subject = ? AND state = 'open'", [subject]))?.id,
    expired: async () => {
      const rows = await tx.all<{ id: string }>(
        "SELECT id FROM inbox_items WHERE state = 'open' AND expires_at IS NOT NULL AND expires_at <= ? ORDER BY n",
        [tx.at],
      );
      return rows.map(({ id }) => id);
    },
    insert: async (id, { kind, subject, projectId, taskId, runId, title, text, details, choices, expiresIn }) => {
      const expiresAt = expiresIn === undefined ? null : tx.at + expiresIn;
      await tx.run(
        `INSERT INTO inbox_items (id, kind, subject, project_id, task_id, run_id, title, text, details, choices, state,
           created_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?)`,
        [
          id,
          kind,
          subject,
          projectId,
          taskId,
          runId,
          storeReason(title),
          storeReason(text ?? ''),
          JSON.stringify(details ?? {}),
          JSON.stringify(choices),
          tx.at,
          expiresAt,
        ],
      );
    },
    end: async (id, { state, answer, by, via }) => {
      await tx.run(
        'UPDATE inbox_items SET state = ?, answer = ?, answered_by = ?, answered_via = ?, ended_at = ? WHERE id = ?',
        [state, answer === null ? null : JSON.stringify(answer), by, via, tx.at, id],
      );
    },
    markDelivered: async (id) => {
      await tx.run('UPDATE inbox_items SET delivered_at = ? WHERE id = ? AND delivered_at IS NULL', [tx.at, id]);
    },
    append: async (event, act) => {
      await append(tx, event, act);
    },
  };
}
