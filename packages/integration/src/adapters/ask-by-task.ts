import { type Act, unwrap } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { getTask, listTasks, type TaskView, tasksWithin } from '@cw/tasks';

const label = 'integration-conflict';

type Conflict = {
  readonly projectId: string;
  readonly branch: string;
  readonly into: string;
  readonly files: readonly string[];
};

/**
 * The task that asks for the user's new commits to be brought into the integration branch, and names the branch and the files: one that
 * is open already, or a new one.
 */
export async function taskForConflict(tx: Tx, conflict: Conflict, act: Act): Promise<TaskView> {
  const { projectId, branch, into, files } = conflict;
  const open = await listTasks(tx, { projectId, labels: [label], limit: 1 });
  const [known] = open.ok ? open.value.items : [];
  const found = known === undefined ? undefined : await getTask(tx, known.id);
  if (found !== undefined) return found;
  const list = files.map((file) => `- ${file}`).join('\n');
  const description = [
    `New commits on \`${branch}\` conflict with \`${into}\`, so they could not be taken in by themselves.`,
    `Merge \`origin/${branch}\` into the branch of this task, solve the conflicts so that both sides keep their meaning, and commit the merge.`,
    `Files in conflict:\n\n${list}`,
  ].join('\n\n');
  const task = {
    title: `Bring ${branch} into ${into}`,
    description,
    project: projectId,
    priority: 'P1',
    labels: [label],
  };
  return unwrap(await tasksWithin(tx).create(task, act));
}

/** Whether such a task has been assigned or begun, and has not come to a stop. */
export function isInHand({ status, state, dispatch }: Pick<TaskView, 'status' | 'state' | 'dispatch'>): boolean {
  if (status === 'blocked' || status === 'closed') return false;
  return status === 'in_progress' || dispatch === 'assigned' || state === 'verifying' || state === 'merging';
}
