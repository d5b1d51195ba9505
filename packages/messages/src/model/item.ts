import type { BadPage, IsoTime, Why } from '@cw/kernel';
import type { Matter, Matters, Subject } from './matter.ts';

/** What can wait for a person. `limit` and `login` are of accounts, `conflict` of merges, `pause` of a project or the workspace, `hold` of what keeps work from going on. */
export const itemKinds = [
  'question',
  'permission',
  'approval',
  'failure',
  'conflict',
  'limit',
  'login',
  'pause',
  'hold',
  'proposal',
] as const;
export type ItemKind = (typeof itemKinds)[number];

/** `over`: what it was about continued without an answer. */
export const itemStates = ['open', 'answered', 'dismissed', 'over'] as const;
export type ItemState = (typeof itemStates)[number];

/** One of the answers that can be given. */
export type Choice = {
  /** Word by which it is chosen. */
  readonly name: string;
  /** What a button says. */
  readonly label: string;
  /** Whether words go with it. */
  readonly text: 'none' | 'optional' | 'required';
};

export type ItemAnswer = { readonly choice: string; readonly text: string | null };

/** Through which door an answer came; `timeout` and `system` are nobody's. */
export type AnswerDoor = 'cli' | 'dashboard' | 'mcp' | 'timeout' | 'system';

export type ItemDetails = Readonly<Record<string, unknown>>;

export type ItemView = {
  readonly id: string;
  readonly kind: ItemKind;
  readonly subject: string;
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly taskId: string | null;
  readonly taskTitle: string | null;
  readonly runId: string | null;
  /** The agent of the run. */
  readonly agentName: string | null;
  readonly agentRole: string | null;
  /** How many unfinished tasks wait for its task, directly or not. */
  readonly waiting: number;
  /** What is asked, in a line. */
  readonly title: string;
  /** The rest of it, as markdown. */
  readonly text: string;
  readonly details: ItemDetails;
  readonly choices: readonly Choice[];
  readonly state: ItemState;
  readonly answer: ItemAnswer | null;
  readonly answeredBy: string | null;
  readonly answeredVia: AnswerDoor | null;
  readonly createdAt: IsoTime;
  readonly expiresAt: IsoTime | null;
  readonly endedAt: IsoTime | null;
  /** When what waited for the answer took it. */
  readonly deliveredAt: IsoTime | null;
};

type NewItemAbout<M extends Matter> = {
  readonly kind: Matters[M]['kind'];
  readonly subject: Subject<M>;
  readonly details?: Matters[M]['details'] | undefined;
};

/** Something to be put before a person, about one of the matters that there are. */
export type NewItem = { readonly [M in Matter]: NewItemAbout<M> }[Matter] & {
  readonly projectId: string | null;
  readonly taskId: string | null;
  readonly runId: string | null;
  readonly title: Why;
  readonly text?: Why | undefined;
  readonly choices: readonly Choice[];
  /** Milliseconds from now. */
  readonly expiresIn?: number | undefined;
};

export type ItemFailure =
  | { readonly kind: 'inbox.not-found'; readonly item: string; readonly meant?: string | undefined }
  | { readonly kind: 'inbox.ambiguous'; readonly item: string; readonly matches: readonly string[] }
  | {
      readonly kind: 'inbox.ended';
      readonly item: string;
      readonly state: ItemState;
      readonly by: string | null;
      readonly at: IsoTime | null;
      readonly choice: string | null;
    }
  | { readonly kind: 'inbox.not-dismissed'; readonly item: string; readonly state: ItemState }
  /** What waited for the answer has continued without one. */
  | { readonly kind: 'inbox.went-on'; readonly item: string }
  | { readonly kind: 'inbox.asked-anew'; readonly item: string; readonly anew: string }
  | {
      readonly kind: 'inbox.no-choice';
      readonly item: string;
      readonly choice: string;
      readonly choices: readonly string[];
      /** The choice that is nothing without words, if there is one. */
      readonly wordsFor: string | null;
    }
  | { readonly kind: 'inbox.text-missing'; readonly item: string; readonly choice: string }
  | { readonly kind: 'inbox.text-unwanted'; readonly item: string; readonly choice: string }
  | { readonly kind: 'inbox.text-too-long'; readonly length: number; readonly largest: number }
  | { readonly kind: 'inbox.people-only' }
  | BadPage<'inbox'>;
