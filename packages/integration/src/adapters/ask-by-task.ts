import type { Act } from '@cw/kernel';
import type { Storage } from '@cw/storage';
import { listTasks, tasksWithin } from '@cw/tasks';

const label = 'integration-conflict';

type Conflict = {
  readonly projectId: string;
  readonly branch: string;
  readonly into: string;
  readonly files: readonly string[];
};

/**
 * Asks, by a task like any other that names the branch and the files, for the user's new commits to be brought into the
 * integration branch. While such a task is open, asking again does nothing.
 */
export function askByTask({ read, transact }: Pick<Storage, 'read' | 'transact'>) {
  return async ({ projectId, branch, into, files }: Conflict, act: Act): Promise<void> => {
    const open = await listTasks(read, { projectId, labels: [label] });
    if (open.ok && open.value.items.length > 0) return;
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
    await transact((tx) => tasksWithin(tx).create(task, act));
  };
}
