import { type RunReason, sayRunReason } from '@cw/agents/contract';
import { type MergeReason, sayMergeReason } from '@cw/integration/contract';
import { type Reason, type ReasonWords, sayerOf } from '@cw/kernel';
import { type InboxReason, sayInboxReason } from '@cw/messages/contract';
import {
  type AccountReason,
  type DispatchReason,
  sayAccountReason,
  sayDispatchReason,
} from '@cw/orchestrator/contract';
import {
  type FindingReason,
  type HeldBackReason,
  type ProjectReason,
  sayFinding,
  sayHeldBack,
  sayProjectReason,
} from '@cw/projects/contract';
import { type SteeringReason, saySteeringReason } from '@cw/steering/contract';
import { type ImportReason, sayImportReason, sayTaskReason, type TaskReason } from '@cw/tasks/contract';
import { type SinkReason, saySinkReason } from '@cw/upkeep/contract';

/** Every reason that can be stored: what each room says it gives. */
export type AppReason =
  | AccountReason
  | DispatchReason
  | FindingReason
  | HeldBackReason
  | ImportReason
  | InboxReason
  | MergeReason
  | ProjectReason
  | RunReason
  | SinkReason
  | SteeringReason
  | TaskReason;

type Noun<R extends Reason> = R extends { readonly code: `${infer N}.${string}` } ? N : never;
type Of<N extends string> = Extract<AppReason, { readonly code: `${N}.${string}` }>;
type Words = { readonly [N in Noun<AppReason>]: ReasonWords<Of<N>> };

const words: Words = {
  account: sayAccountReason,
  dispatch: sayDispatchReason,
  finding: sayFinding,
  'held-back': sayHeldBack,
  import: sayImportReason,
  inbox: sayInboxReason,
  merge: sayMergeReason,
  project: sayProjectReason,
  run: sayRunReason,
  sink: saySinkReason,
  steering: saySteeringReason,
  task: sayTaskReason,
};

/** What the codes of reasons begin with. */
export const reasonNouns = Object.keys(words);

/** What a stored reason says to people, by the words of its room. */
export const sayReason = sayerOf(words);
