import { readText, readWords } from '../../data/search-params.ts';

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

function readDay(raw: unknown): string | undefined {
  const text = readText(raw);
  return text && day.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

function readKinds(raw: unknown): string | undefined {
  const kinds = readText(raw)
    ?.split(',')
    .filter((kind) => /^[a-z]+(\.[a-z-]+)?$/.test(kind));
  return kinds && kinds.length > 0 ? kinds.join(',') : undefined;
}

/** The search parameters of the activity; what makes no sense is as if it were not there. */
export function readActivitySearch(raw: Record<string, unknown>): ActivitySearch {
  const since = readText(raw.since);
  const entity = readText(raw.entity);
  return {
    entity: entity && entity.length >= 4 ? entity : undefined,
    by: readWords(raw.by, actorKinds).join(',') || undefined,
    actor: readText(raw.actor),
    kind: readKinds(raw.kind),
    since: since && Object.hasOwn(spans, since) ? since : readDay(raw.since),
    until: readDay(raw.until),
    steps: raw.steps === true ? true : undefined,
  };
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
