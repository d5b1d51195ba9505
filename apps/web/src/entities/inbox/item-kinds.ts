import type { StateName } from '@cw/ui';
import {
  CircleAlert,
  CirclePause,
  Gauge,
  GitMergeConflict,
  KeyRound,
  ListTodo,
  LockKeyhole,
  MessageCircleQuestionMark,
  ShieldX,
  Stamp,
} from '@cw/ui/icons';
import type { ItemKind } from '../../data/api-types.ts';

type KindLook = {
  readonly name: string;
  readonly icon: typeof Gauge;
  /** Of the icon; the word stands beside it wherever it counts. */
  readonly color: string;
  /** Whose pill the kind wears. */
  readonly state: StateName;
};

/** What waits for a person, by word, icon and the colour of its state. */
export const itemKinds = {
  question: { name: 'Question', icon: MessageCircleQuestionMark, color: 'text-st-needs', state: 'needs-you' },
  permission: { name: 'Permission', icon: LockKeyhole, color: 'text-st-needs', state: 'needs-you' },
  approval: { name: 'Approval', icon: Stamp, color: 'text-st-needs', state: 'needs-you' },
  failure: { name: 'Failure', icon: ShieldX, color: 'text-st-failed', state: 'failed' },
  conflict: { name: 'Conflict', icon: GitMergeConflict, color: 'text-st-failed', state: 'failed' },
  limit: { name: 'Limit', icon: Gauge, color: 'text-st-limited', state: 'limited' },
  login: { name: 'Sign-in', icon: KeyRound, color: 'text-st-needs', state: 'needs-you' },
  pause: { name: 'Paused', icon: CirclePause, color: 'text-st-failed', state: 'failed' },
  hold: { name: 'On hold', icon: CircleAlert, color: 'text-st-failed', state: 'failed' },
  proposal: { name: 'Follow-ups', icon: ListTodo, color: 'text-st-needs', state: 'needs-you' },
} as const satisfies Record<ItemKind, KindLook>;

/** Kinds as they are looked through: who is asked, who has to agree, what went wrong. */
export const kindGroups = {
  questions: ['question'],
  approvals: ['permission', 'approval', 'proposal'],
  problems: ['failure', 'conflict', 'limit', 'login', 'pause', 'hold'],
} as const satisfies Record<string, readonly ItemKind[]>;
