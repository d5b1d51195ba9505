import type { ReasonWords } from '@cw/kernel';

export { type ImportReason, sayImportReason } from '@cw/task-formats';

/** Why the tracker itself closes a task. `task.replaced`: other work took its place, as somebody said why. */
export type TaskReason =
  | { readonly code: 'task.replaced'; readonly why: string }
  | { readonly code: 'task.children-closed' };

export const childrenClosed: TaskReason = { code: 'task.children-closed' };

export const sayTaskReason: ReasonWords<TaskReason> = (reason) => {
  switch (reason.code) {
    case 'task.replaced':
      return `Replaced: ${reason.why}`;
    case 'task.children-closed':
      return 'All of its children are closed.';
  }
};
