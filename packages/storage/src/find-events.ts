import type { Actor, Instant, RecordedEvent } from '@cw/kernel';
import { eventRows } from './adapters/event-log.ts';
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
  const parts = partsOf(filter);
  const where = parts.length === 0 ? '' : `WHERE ${parts.map(({ sql }) => sql).join(' AND ')}`;
  const params = parts.flatMap((part) => part.params);
  return eventRows(db, `${where} ORDER BY seq DESC LIMIT ?`, [...params, limit]);
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
