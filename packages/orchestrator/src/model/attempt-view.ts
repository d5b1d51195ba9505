import type { IsoTime } from '@cw/kernel';

/** What came after a run of a task. */
export type AfterRun =
  | { readonly kind: 'resumed' | 'handed-over' | 'fresh'; readonly runId: string }
  /** It is tried again then; null: once what it waits for has happened. */
  | { readonly kind: 'rests'; readonly until: IsoTime | null }
  /** It may be tried again as soon as there is a place. */
  | { readonly kind: 'queued' }
  | { readonly kind: 'at-work' | 'merging' | 'closed' | 'person' };
