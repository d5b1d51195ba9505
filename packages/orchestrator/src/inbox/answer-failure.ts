import type { RunFailure } from '@cw/agents';
import type { MergeFailure } from '@cw/integration';
import type { ItemFailure, ItemKind } from '@cw/messages';
import type { TaskFailure } from '@cw/tasks';
import type { RetryFailure } from '../model/retry.ts';

/** Why an answer was not taken; nothing is answered then. */
export type AnswerFailure =
  | ItemFailure
  | RetryFailure
  | RunFailure
  | TaskFailure
  | MergeFailure
  /** Given by a person's agent where the person has to. */
  | { readonly kind: 'inbox.person-decides'; readonly item: string; readonly of: ItemKind };
