import type { ReasonWords } from '@cw/kernel';

export { type ImportReason, sayImportReason } from '@cw/task-formats';

/** Why the tracker itself closes a task. `task.replaced`: other work took its place, as somebody said why. */
export type TaskReason = { readonly code: 'task.replaced'; readonly why: string };

export const sayTaskReason: ReasonWords<TaskReason> = ({ code, why }) => {
  switch (code) {
    case 'task.replaced':
      return `Replaced: ${why}`;
  }
};
