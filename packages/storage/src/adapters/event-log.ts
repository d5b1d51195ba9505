import type { Act, Event, RecordedEvent } from '@cw/kernel';
import type { ReadDb, SqlParams } from '../ports/read-db.ts';
import type { Tx } from '../ports/tx.ts';

type EventRow = {
  seq: number;
  type: string;
  entity: string;
  payload: string;
  actor_kind: 'user' | 'run' | 'system';
  actor_id: string;
  actor_name: string;
  run_id: string | null;
  cause: number | null;
  at: number;
};

const columnsWith = (payload: string) =>
  `seq, type, entity, ${payload} AS payload, actor_kind, actor_id, actor_name, run_id, cause, at`;
const columns = columnsWith('told_in(payload)');

/** Writes one event through an open transaction. */
export async function appendEvent(tx: Pick<Tx, 'run' | 'at'>, event: Event, act: Act): Promise<RecordedEvent> {
  const runId = act.runId ?? null;
  const cause = act.cause ?? null;
  const { lastId } = await tx.run(
    `INSERT INTO events (type, entity, payload, actor_kind, actor_id, actor_name, run_id, cause, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      event.type,
      event.entity,
      JSON.stringify(event.payload),
      act.actor.kind,
      act.actor.id,
      act.actor.name,
      runId,
      cause,
      tx.at,
    ],
  );
  return { ...event, seq: lastId, actor: act.actor, runId, cause, at: tx.at };
}

/** So many events go into one statement. */
const eventsAtOnce = 50;

/** Many events in their order; a statement for each would cost several times as much. */
export async function appendEvents(tx: Pick<Tx, 'run' | 'at'>, events: readonly Event[], act: Act): Promise<void> {
  const { kind, id, name } = act.actor;
  for (let from = 0; from < events.length; from += eventsAtOnce) {
    const some = events.slice(from, from + eventsAtOnce);
    const rows = some.map(({ type, entity, payload }) => [
      type,
      entity,
      JSON.stringify(payload),
      kind,
      id,
      name,
      act.runId ?? null,
      act.cause ?? null,
      tx.at,
    ]);
    await tx.run(
      `INSERT INTO events (type, entity, payload, actor_kind, actor_id, actor_name, run_id, cause, at)
       VALUES ${rows.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
      rows.flat(),
    );
  }
}

/** The events that the rest of a statement means, from its WHERE on. */
export async function eventRows(db: ReadDb, rest: string, params: SqlParams): Promise<RecordedEvent[]> {
  return (await db.all<EventRow>(`SELECT ${columns} FROM events ${rest}`, params)).map(toEvent);
}

/** Events after `seq`, oldest first, at most `limit`. */
export async function readEvents(db: ReadDb, after: number, limit: number): Promise<RecordedEvent[]> {
  const rows = await db.all<EventRow>(`SELECT ${columns} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`, [
    after,
    limit,
  ]);
  return rows.map(toEvent);
}

/** Everything that happened to one thing, oldest first. */
export function readHistory(db: ReadDb, entity: string): Promise<RecordedEvent[]> {
  return historyOf(db, entity, columns);
}

/** The same with reasons as they are stored, for who writes them down again. */
export function readStoredHistory(db: ReadDb, entity: string): Promise<RecordedEvent[]> {
  return historyOf(db, entity, columnsWith('payload'));
}

async function historyOf(db: ReadDb, entity: string, selected: string): Promise<RecordedEvent[]> {
  const sql = `SELECT ${selected} FROM events WHERE entity = ? ORDER BY seq LIMIT 10000`;
  return (await db.all<EventRow>(sql, [entity])).map(toEvent);
}

/** The newest events, newest first, before `before` where given. */
export async function readLatest(db: ReadDb, limit: number, before?: number): Promise<RecordedEvent[]> {
  const rows = await db.all<EventRow>(`SELECT ${columns} FROM events WHERE seq < ? ORDER BY seq DESC LIMIT ?`, [
    before ?? Number.MAX_SAFE_INTEGER,
    limit,
  ]);
  return rows.map(toEvent);
}

/** The last position given out; 0 in an empty log. */
export async function lastSeq(db: ReadDb): Promise<number> {
  const row = await db.get<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM events');
  return row?.seq ?? 0;
}

function toEvent(row: EventRow): RecordedEvent {
  return {
    seq: row.seq,
    type: row.type,
    entity: row.entity,
    payload: JSON.parse(row.payload),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    runId: row.run_id,
    cause: row.cause,
    at: row.at,
  };
}
