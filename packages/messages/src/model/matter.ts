import type { Act, NextStep, Result } from '@cw/kernel';
import type { CauseDetails, causeKinds } from './cause.ts';
import type { ItemView } from './item.ts';

/**
 * What an item of the inbox can be about, by the noun of its subject: the kinds that such items are of, and what they carry
 * for whoever answers them.
 */
export type Matters = {
  /** A task that stopped until a person says how it goes on. */
  readonly task: {
    readonly kind: 'failure' | 'conflict' | 'question' | 'approval';
    readonly details: {
      readonly outcome?: string | undefined;
      readonly failure?: string | null | undefined;
      /** The merge that did not come about. */
      readonly mergeId?: string | undefined;
      readonly conflictFiles?: readonly string[] | undefined;
      /** Its agent says that it is done, and changed no file. */
      readonly isUnchanged?: true | undefined;
      /** What can be done besides answering it. */
      readonly next?: readonly NextStep[] | undefined;
    };
  };
  /** What came of a gate. */
  readonly gate: { readonly kind: 'approval'; readonly details: Record<string, never> };
  readonly plan: {
    readonly kind: 'approval';
    readonly details: { readonly digest: string; readonly writtenBy: string | null };
  };
  /** An account with which no agent is started. */
  readonly account: {
    readonly kind: 'limit' | 'login';
    readonly details: {
      readonly provider: string;
      /** Empty: the sign-in that the user has without an account. */
      readonly accountId: string;
      readonly accountName: string | null;
      readonly cause: string;
      readonly model: string | null;
      readonly until: string | null;
    };
  };
  /** That no more agents are started, in a project or at all, since too many runs failed. */
  readonly pause: { readonly kind: 'pause'; readonly details: Record<string, never> };
  /** What holds work up that is the matter of no single task. */
  readonly cause: { readonly kind: (typeof causeKinds)[keyof typeof causeKinds]; readonly details: CauseDetails };
  /** Follow-ups that agents proposed during a task. */
  readonly proposals: {
    readonly kind: 'proposal';
    readonly details: { readonly next?: readonly NextStep[] | undefined };
  };
  /** The agent of a run, which waits for the answer or was parked. */
  readonly ask: {
    readonly kind: 'question' | 'permission';
    readonly details: {
      readonly question?: string | undefined;
      readonly options?: readonly { readonly label: string; readonly description?: string | undefined }[] | undefined;
      readonly several?: boolean | undefined;
      readonly tool?: string | undefined;
      readonly input?: unknown;
      readonly place?: string | null | undefined;
      /** What “always” allows from then on. */
      readonly rule?: { readonly tool: string; readonly pattern: string | null } | undefined;
    };
  };
};

export type Matter = keyof Matters;

/** `task:tk_…`, `ask:rn_…:<call>`. One item is open about a subject at a time. */
export type Subject<M extends Matter = Matter> = `${M}:${string}`;

/** An answer as those are told it who do what it says. */
export type AnsweredAbout<M extends Matter> = {
  readonly item: ItemView;
  /** What stands behind the noun of the subject: the id of a task, for example. */
  readonly id: string;
  readonly choice: string;
  /** Its words; empty where it has none. */
  readonly text: string;
  /** What was written down when it was raised, perhaps by an older version. */
  readonly details: Partial<Matters[M]['details']>;
};

/** For each matter, what an answer sets going, in the transaction in which it is given. */
export type Answers<Within, Effect, Failure, M extends Matter = Matter> = {
  readonly [Each in M]: (within: Within, answered: AnsweredAbout<Each>, act: Act) => Promise<Result<Effect, Failure>>;
};

const matters = [
  'task',
  'gate',
  'plan',
  'account',
  'pause',
  'cause',
  'proposals',
  'ask',
] as const satisfies readonly Matter[];

/** What a subject names. @throws Error where it names nothing that items are about */
export function matterOf(subject: string): { readonly matter: Matter; readonly id: string } {
  const [noun = ''] = subject.split(':', 1);
  const id = subject.slice(noun.length + 1);
  const matter = matters.find((each) => each === noun);
  if (matter === undefined) throw new Error(`no item is about ${subject}`);
  return { matter, id };
}
