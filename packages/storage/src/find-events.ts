import { type Actor, err, type Instant, nearest, ok, type RecordedEvent, type Result } from '@cw/kernel';
import { eventRows } from './adapters/event-log.ts';
import { findByStart, type NotOne } from './find-by-start.ts';
import { followEvents } from './follow-events.ts';
import type { EventBus } from './ports/event-bus.ts';
import type { ReadDb, SqlValue } from './ports/read-db.ts';

/** Which events are meant; what is not named lets all through. */
export type EventFilter = {
  /** A whole id: what happened to it, what it did, and what names it. */
  readonly entity?: string | undefined;
  /** Any of these. */
  readonly actorKinds?: readonly Actor['kind'][] | undefined;
  /** The id of who did it, or the name as people see it. */
  readonly actor?: string | undefined;
  /** Any of these: a whole type, or the noun before its dot. */
  readonly kinds?: readonly string[] | undefined;
  /** None of these types. */
  readonly without?: readonly string[] | undefined;
  readonly since?: Instant | undefined;
  readonly until?: Instant | undefined;
  /** Positions, both left out themselves. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
};

type Part = { readonly sql: string; readonly params: readonly SqlValue[] };

/** The newest events that a filter means, newest first, at most `limit`. */
export function findEvents(db: ReadDb, filter: EventFilter, limit: number): Promise<RecordedEvent[]> {
  const { sql, params } = conditionOf(filter);
  return eventRows(db, `${sql} ORDER BY seq DESC LIMIT ?`, [...params, limit]);
}

/** The same from the oldest on. */
export function findFirstEvents(db: ReadDb, filter: EventFilter, limit: number): Promise<RecordedEvent[]> {
  const { sql, params } = conditionOf(filter);
  return eventRows(db, `${sql} ORDER BY seq LIMIT ?`, [...params, limit]);
}

/** How many events a filter means. */
export async function countEvents(db: ReadDb, filter: EventFilter): Promise<number> {
  const { sql, params } = conditionOf(filter);
  return (await db.get<{ n: number }>(`SELECT count(*) AS n FROM events ${sql}`, params))?.n ?? 0;
}

/** The one thing that events are about whose id begins with `text`. */
export function findEntity(db: ReadDb, text: string): Promise<Result<string, NotOne>> {
  return findByStart(db, { from: '(SELECT DISTINCT entity AS id FROM events)' }, text);
}

type Who = { readonly id: string; readonly name: string };

/** Whose events are meant by a name or an id, or an unambiguous start of either: one of both, as a filter takes it. */
export async function findActor(db: ReadDb, text: string): Promise<Result<string, NotOne>> {
  const who = await db.all<Who>('SELECT DISTINCT actor_id AS id, actor_name AS name FROM events');
  const words = new Set(who.flatMap(({ id, name }) => [name, id]));
  if (words.has(text)) return ok(text);
  const typed = text.trim().toLowerCase();
  const matches = typed === '' ? [] : [...words].filter((word) => begins(word, typed));
  const [only, ...others] = matches;
  if (only !== undefined && others.length === 0) return ok(only);
  return err({ matches: matches.slice(0, 5), meant: matches.length === 0 ? nearest(typed, words) : undefined });
}

/** Everyone who has done something, for a line to go on with. */
export function actorWords(db: ReadDb): Promise<readonly { readonly word: string; readonly description: string }[]> {
  return db.all('SELECT DISTINCT actor_name AS word, actor_kind AS description FROM events ORDER BY 1 LIMIT 500');
}

function begins(word: string, start: string): boolean {
  return [word, word.replace(/^[a-z]{2,3}_/, '')].some((one) => one.toLowerCase().startsWith(start));
}

/** The types of what has happened so far. */
export async function eventTypes(db: ReadDb): Promise<readonly string[]> {
  return (await db.all<{ type: string }>('SELECT DISTINCT type FROM events')).map(({ type }) => type);
}

/**
 * Events that a filter means as they are committed, by whichever process, after `seq` and until the signal aborts. What
 * was looked through in vain is not looked through again.
 */
export function followFound(
  { bus, read }: { readonly bus: EventBus; readonly read: ReadDb },
  { filter, after }: { readonly filter: Omit<EventFilter, 'after' | 'before'>; readonly after: number },
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent> {
  let through = after;
  const found: EventBus = {
    ...bus,
    read: async (seq, limit) => {
      const { seq: head } = await bus.head();
      const from = Math.max(seq, through);
      const events = await findFirstEvents(read, { ...filter, after: from, before: head + 1 }, limit);
      if (events.length < limit) through = head;
      return events;
    },
  };
  return followEvents(found, after, signal);
}

function conditionOf(filter: EventFilter): Part {
  const parts = partsOf(filter);
  const sql = parts.length === 0 ? '' : `WHERE ${parts.map((part) => part.sql).join(' AND ')}`;
  return { sql, params: parts.flatMap(({ params }) => params) };
}

function partsOf(filter: EventFilter): readonly Part[] {
  const { entity, actorKinds, actor, kinds, without, since, until, after, before } = filter;
  const given: (Part | undefined)[] = [
    entity === undefined
      ? undefined
      : {
          sql: '(entity = ? OR run_id = ? OR instr(payload, ?) > 0)',
          params: [entity, entity, JSON.stringify(entity)],
        },
    actorKinds && { sql: 'actor_kind IN (SELECT value FROM json_each(?))', params: [JSON.stringify(actorKinds)] },
    actor === undefined ? undefined : { sql: '(actor_id = ? OR actor_name = ?)', params: [actor, actor] },
    kinds && {
      sql: "(type IN (SELECT value FROM json_each(?)) OR substr(type, 1, instr(type, '.') - 1) IN (SELECT value FROM json_each(?)))",
      params: [JSON.stringify(kinds), JSON.stringify(kinds)],
    },
    without && { sql: 'type NOT IN (SELECT value FROM json_each(?))', params: [JSON.stringify(without)] },
    since === undefined ? undefined : { sql: 'at >= ?', params: [since] },
    until === undefined ? undefined : { sql: 'at < ?', params: [until] },
    after === undefined ? undefined : { sql: 'seq > ?', params: [after] },
    before === undefined ? undefined : { sql: 'seq < ?', params: [before] },
  ];
  return given.filter((part) => part !== undefined);
}
