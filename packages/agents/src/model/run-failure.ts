import type { BadPage } from '@cw/kernel';

/** Why the rules say no to something about a run. */
export type RunFailure =
  | { readonly kind: 'run.not-found'; readonly run: string; readonly meant?: string | undefined }
  | { readonly kind: 'run.none-of-task'; readonly taskId: string }
  | { readonly kind: 'run.ambiguous'; readonly run: string; readonly matches: readonly string[] }
  | { readonly kind: 'run.already-active'; readonly taskId: string; readonly runId: string }
  | { readonly kind: 'run.ended'; readonly runId: string; readonly outcome: string }
  | { readonly kind: 'run.step-passed'; readonly runId: string; readonly step: string; readonly asked: string }
  | { readonly kind: 'run.no-prompt'; readonly runId: string }
  | { readonly kind: 'run.log-removed'; readonly runId: string; readonly at: string }
  | { readonly kind: 'run.log-missing'; readonly runId: string; readonly path: string }
  | { readonly kind: 'run.no-line'; readonly runId: string; readonly offset: number }
  | { readonly kind: 'run.no-input'; readonly runId: string; readonly name: string }
  | { readonly kind: 'run.bad-state'; readonly state: string }
  | BadPage<'run'>;
