import { type IsoTime, type Page, toIso } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { ProposalView } from '../model/task-view.ts';

type ProposalRow = Omit<ProposalView, 'createdAt'> & { readonly createdAt: number };

const select = `SELECT f.id, t.id AS taskId, f.run_id AS runId, f.title, f.description, f.state,
  a.id AS acceptedTaskId, f.created_at AS createdAt
FROM task_proposals f JOIN tasks t ON t.n = f.task_n LEFT JOIN tasks a ON a.n = f.accepted_task_n`;

/** One follow-up by its whole id. */
export async function proposalById(db: ReadDb, id: string): Promise<ProposalView | undefined> {
  const row = await db.get<ProposalRow>(`${select} WHERE f.id = ?`, [id]);
  return row && toView(row);
}

export type ProposalFilter = {
  readonly taskId?: string | undefined;
  readonly state?: ProposalView['state'] | undefined;
};

/** Follow-ups that agents proposed, oldest first; the most recent thousand at most. */
export async function listProposals(db: ReadDb, filter: ProposalFilter): Promise<Page<ProposalView>> {
  const rows = await db.all<ProposalRow>(
    `${select} WHERE (:taskId IS NULL OR t.id = :taskId) AND (:state IS NULL OR f.state = :state) ORDER BY f.n DESC LIMIT 1000`,
    { taskId: filter.taskId ?? null, state: filter.state ?? null },
  );
  const items = rows.map(toView).reverse();
  return { items, total: items.length, nextCursor: null };
}

function toView(row: ProposalRow): ProposalView {
  const createdAt: IsoTime = toIso(row.createdAt);
  return { ...row, createdAt };
}
