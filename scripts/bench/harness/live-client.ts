import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { type Server, textOf } from './program.ts';

export type LiveEvent = {
  readonly type: string;
  readonly entity: string;
  readonly seq: number;
  /** When the change was made, in milliseconds. */
  readonly at: number;
  /** When it was heard here, in milliseconds. */
  readonly heardAt: number;
};

export type LiveClient = Disposable & {
  /** Of the newest event heard: where another connection goes on. */
  readonly position: () => string | undefined;
  readonly events: readonly LiveEvent[];
  /** The next event, or an earlier one, for which this holds. */
  readonly event: (wanted: (event: LiveEvent) => boolean) => Promise<LiveEvent>;
  /** What a query answers over HTTP, asked as the dashboard asks it. */
  readonly query: (procedure: string, input: unknown) => Promise<unknown>;
};

/**
 * What an open page is to the server: one subscription to the event log over the websocket, and queries.
 * @param from the position it goes on from; without one, the end of the log
 */
export async function connectLive(server: Server, from?: string): Promise<LiveClient> {
  const info: unknown = JSON.parse(readFileSync(join(server.home, 'server.json'), 'utf8'));
  const headers = { authorization: `Bearer ${textOf(info, 'token')}` };
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/api/trpc`, { headers });
  await once(socket, 'open');
  const events: LiveEvent[] = [];
  const listeners = new Set<() => void>();
  let open = false;
  let position = from;
  socket.on('message', (raw) => {
    const heardAt = Date.now();
    const text = String(raw);
    if (text === 'PING') return socket.send('PONG');
    if (text === 'PONG') return;
    const result = field(JSON.parse(text), 'result');
    const data = field(result, 'data');
    const event = field(data, 'data');
    // A stream that goes on from a position begins without saying where.
    if (field(event, 'type') === 'stream.open' || (from && field(result, 'type') === 'started')) open = true;
    const [at, id] = [field(event, 'at'), field(data, 'id')];
    if (typeof id === 'string') position = id;
    if (typeof at === 'string') {
      const [type, entity] = [textOf(event, 'type'), textOf(event, 'entity')];
      events.push({ type, entity, seq: Number(field(event, 'seq')), at: Date.parse(at), heardAt });
    }
    for (const listener of listeners) listener();
  });
  const when = async <T>(look: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        const once = () => {
          listeners.delete(once);
          resolve();
        };
        listeners.add(once);
      });
    }
  };
  socket.send(
    JSON.stringify({
      id: 1,
      method: 'subscription',
      params: { path: 'events.subscribe', input: from ? { lastEventId: from } : {} },
    }),
  );
  await when(() => (open ? true : undefined));
  return {
    events,
    position: () => position,
    event: (wanted) => when(() => events.find(wanted)),
    query: async (procedure, input) => {
      const asked = encodeURIComponent(JSON.stringify({ 0: input }));
      const answer = await fetch(`${server.url}/api/trpc/${procedure}?batch=1&input=${asked}`, { headers });
      return field(field(field(await answer.json(), '0'), 'result'), 'data');
    },
    [Symbol.dispose]: () => socket.terminate(),
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
