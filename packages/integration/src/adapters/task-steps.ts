import { choicesFor, messagesWithin } from '@cw/messages';
import type { ReadDb } from '@cw/storage';
import { type TasksModule, tasksWithin } from '@cw/tasks';
import type { AskToResolve, TaskSteps } from '../ports/task-steps.ts';

/** Says of a task that it is in the queue. */
export const markMerging: TaskSteps['markMerging'] = (tx, { taskId }, act) =>
  tasksWithin(tx).setStage({ taskId, stage: 'merging' }, act);

/** Whether a further run of a task could go on with the conversation of its last one. */
export type CanGoOnWith = (db: ReadDb, taskId: string) => Promise<boolean>;

/** The tracker's own steps, as the queue asks for them. */
export const taskSteps = (canGoOnWith: CanGoOnWith): TaskSteps => ({
  close: (tx, { taskId, reason, mergeSha }, act) =>
    tasksWithin(tx).end({ taskId, outcome: 'done', reason, artifacts: [{ kind: 'commit', value: mergeSha }] }, act),
  block: async (tx, { mergeId, conflictFiles, ...task }, act) => {
    const left =
      conflictFiles.length > 0
        ? { kind: 'conflict' as const }
        : {
            kind: 'failure' as const,
            choices: choicesFor[(await canGoOnWith(tx, task.taskId)) ? 'unmerged' : 'unmergedWithoutConversation'],
          };
    const details = { mergeId, conflictFiles };
    return messagesWithin(tx).blockForPerson({ ...task, ...left, details }, act);
  },
  markMerging,
});

const label = 'integration-conflict';

/** Asks for a conflict to be solved by a task that names the branch and the files. */
export function askByTask(tasks: TasksModule): AskToResolve {
  return async ({ projectId, branch, into, files }, act) => {
    const open = await tasks.queries.list({ projectId, labels: [label] });
    if (open.ok && open.value.items.length > 0) return;
    const list = files.map((file) => `- ${file}`).join('\n');
    const description = [
      `New commits on \`${branch}\` conflict with \`${into}\`, so they could not be taken in by themselves.`,
      `Merge \`origin/${branch}\` into the branch of this task, solve the conflicts so that both sides keep their meaning, and commit the merge.`,
      `Files in conflict:\n\n${list}`,
    ].join('\n\n');
    await tasks.commands.create(
      { title: `Bring ${branch} into ${into}`, description, project: projectId, priority: 'P1', labels: [label] },
      act,
    );
  };
}
