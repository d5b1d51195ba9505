import { readAddress } from '../../data/search-params.ts';

export const actorKinds = ['user', 'run', 'system'] as const;
export type ActorKind = (typeof actorKinds)[number];

export const actorKindNames: Readonly<Record<ActorKind, string>> = {
  user: 'People',
  run: 'Agent runs',
  system: 'System',
};

/** Spans of time that end now, in hours. */
export const spans = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const;
export type Span = keyof typeof spans;

export const spanNames: Readonly<Record<Span, string>> = {
  '1h': 'the last hour',
  '24h': 'the last 24 hours',
  '7d': 'the last 7 days',
  '30d': 'the last 30 days',
};

/** What of the log is shown; all of it is in the address. */
export type ActivitySearch = {
  /** An id: what happened to it, what it did, what names it. */
  readonly entity?: string | undefined;
  /** Kinds of actors, `user,run`. */
  readonly by?: string | undefined;
  /** The id of one who did it. */
  readonly actor?: string | undefined;
  /** Types of events, or the nouns before their dots: `task.closed,run`. */
  readonly kind?: string | undefined;
  /** A span, or the day from which on: `2026-03-01`. */
  readonly since?: string | undefined;
  /** The last day, itself included. */
  readonly until?: string | undefined;
  /** With each step of runs and merges. */
  readonly steps?: true | undefined;
};

const day = /^\d{4}-\d\d-\d\d$/;

const isDay = (text: string) => day.test(text) && !Number.isNaN(Date.parse(text));
const isKind = (text: string) => /^[a-z]+(\.[a-z-]+)?$/.test(text);

/**
 * What an address asks for of the activity.
 * @throws RefusedAddress where a word of it means nothing
 */
export function readActivitySearch(raw: Record<string, unknown>): ActivitySearch {
  return readAddress(raw, ({ text, words, formed, eachFormed, flag }) => ({
    entity: formed('entity', (given) => given.length >= 4, 'an id, or at least its first four characters'),
    by: words('by', actorKinds),
    actor: text('actor'),
    kind: eachFormed('kind', isKind, 'types of events such as task.closed, or what they are of such as run'),
    since: formed('since', (given) => isSpan(given) || isDay(given), '1h, 24h, 7d, 30d or a day such as 2026-03-01'),
    until: formed('until', isDay, 'a day such as 2026-03-01'),
    steps: flag('steps'),
  }));
}

export function isSpan(text: string): text is Span {
  return Object.hasOwn(spans, text);
}

const hourMs = 3_600_000;

/** The first and the last moment that are asked for, as ISO times; days are those of this browser. */
export function timesOf(search: ActivitySearch, now: number): { readonly since?: string; readonly until?: string } {
  const { since, until } = search;
  const from = since === undefined ? undefined : isSpan(since) ? now - spans[since] * hourMs : startOf(since);
  const to = until === undefined ? undefined : startOf(until, 1);
  return {
    ...(from === undefined ? {} : { since: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { until: new Date(to).toISOString() }),
  };
}

function startOf(text: string, daysLater = 0): number {
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).getTime();
}
