import { createHash } from 'node:crypto';
import { toIso } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { planText } from '@cw/task-formats';
import type { Task } from '../model/task.ts';
import type { CheckpointView } from '../model/task-view.ts';
import type { NewCheckpoint, NewPlan } from './task-store.ts';

/** The one comment of a task that an id or a start of one means. */
export async function findComment(tx: Tx, task: Task, ref: string): Promise<string | undefined> {
  const typed = ref.toLowerCase();
  const start = typed.startsWith('cm_') ? typed : `cm_${typed}`;
  const rows = await tx.all<{ id: string }>(
    'SELECT id FROM task_comments WHERE task_n = ? AND id >= ? AND id < ? ORDER BY id LIMIT 2',
    [task.n, start, `${start}\u{10FFFF}`],
  );
  return rows.length === 1 || rows[0]?.id === start ? rows[0]?.id : undefined;
}

/** Writes a plan in place of what is there, under a digest that names exactly what it says; nobody has approved it. */
export async function writePlan(tx: Tx, task: Task, plan: NewPlan): Promise<void> {
  await tx.run(
    `INSERT INTO task_plans (task_n, goal, approach, alternatives, steps, files, digest, written_by, written_at)
     VALUES (:task, :goal, :approach, :alternatives, :steps, :files, :digest, :writtenBy, :at)
     ON CONFLICT (task_n) DO UPDATE SET goal = excluded.goal, approach = excluded.approach,
       alternatives = excluded.alternatives, steps = excluded.steps, files = excluded.files, digest = excluded.digest,
       written_by = excluded.written_by, written_at = excluded.written_at, approved_by = NULL, approved_at = NULL`,
    {
      ...plan,
      task: task.n,
      digest: createHash('sha256').update(planText(plan)).digest('hex').slice(0, 12),
      steps: JSON.stringify(plan.steps),
      files: JSON.stringify(plan.files),
      at: tx.at,
    },
  );
}

/** Writes a checkpoint with the next number of its task. */
export async function writeCheckpoint(tx: Tx, task: Task, checkpoint: NewCheckpoint): Promise<CheckpointView> {
  const last = await tx.get<{ n: number }>(
    'SELECT coalesce(max(sequence), 0) AS n FROM task_checkpoints WHERE task_n = ?',
    [task.n],
  );
  const sequence = (last?.n ?? 0) + 1;
  const { id, type, text, files, commit, author, runId } = checkpoint;
  await tx.run(
    `INSERT INTO task_checkpoints (id, task_n, sequence, type, text, files, commit_sha, author, run_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [id, task.n, sequence, type, text, JSON.stringify(files), commit, author, runId, tx.at],
  );
  return { ...checkpoint, taskId: task.id, sequence, createdAt: toIso(tx.at) };
}
