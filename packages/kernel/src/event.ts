import type { Actor } from './actor.ts';
import type { Instant } from './clock.ts';

/** What a module says happened. Types are `noun.past-verb`; the payload is JSON. */
export type Event<Type extends string = string, Payload = unknown> = {
  readonly type: Type;
  /** Id of the thing it happened to. */
  readonly entity: string;
  readonly payload: Payload;
};

/** The noun of an event's type: `task` of `task.closed`. */
export type NounOf<Type extends string> = Type extends `${infer Noun}.${string}` ? Noun : never;

/** Parts of the API by the nouns, or the whole types, of the events after which they answer otherwise. */
export type Refreshes = Readonly<Record<string, readonly string[]>>;

/** An event as the log keeps it. */
export type RecordedEvent = Event & {
  readonly seq: number;
  readonly actor: Actor;
  readonly runId: string | null;
  readonly cause: number | null;
  readonly at: Instant;
};

/** Where a reader stands: `<log id>:<seq>`. A foreign log id means the reader must start afresh. */
export type Position = `${string}:${number}`;

export function formatPosition(logId: string, seq: number): Position {
  return `${logId}:${seq}`;
}

/** The parts of a position, or undefined when the text is not one. */
export function parsePosition(text: string): { logId: string; seq: number } | undefined {
  const match = /^(lg_[0-9a-z]+):(\d{1,15})$/.exec(text);
  return match?.[1] && match[2] ? { logId: match[1], seq: Number(match[2]) } : undefined;
}
