/** How a person wants a task to be tried again. */
export type RetryMode = 'resume' | 'fresh';

/** Why a run cannot be gone on with. */
export type CannotResume = 'no-conversation' | 'program-keeps-none' | 'never-began' | 'other-project';

export type RetryFailure =
  | { readonly kind: 'retry.people-only' }
  | { readonly kind: 'retry.not-last'; readonly runId: string; readonly lastId: string; readonly taskId: string }
  | {
      readonly kind: 'retry.cannot-resume';
      readonly runId: string;
      readonly taskId: string;
      readonly provider: string;
      readonly why: CannotResume;
    }
  | { readonly kind: 'retry.bad-model'; readonly model: string }
  /** Nothing is started in the project of the task any more. */
  | { readonly kind: 'retry.project-removed'; readonly taskId: string }
  | { readonly kind: 'retry.no-models'; readonly taskId: string }
  | { readonly kind: 'retry.note-too-long'; readonly most: number }
  | { readonly kind: 'compare.same-run'; readonly runId: string };

/** Characters of a note that the agent is given. */
export const longestNote = 10_000;
