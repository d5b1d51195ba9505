import { namedInput, procedure, router } from '@cw/entry/trpc';
import { formatPosition, type Position, toIso } from '@cw/kernel';
import { findEvents, type ReadDb, readLatest, type Storage } from '@cw/storage';
import { TRPCError, tracked } from '@trpc/server';
import { z } from 'zod';
import { actorNamed, entityNamed } from '../named-in-events.ts';
import type { LiveEvent, LiveFeed, LiveMessage } from './live-messages.ts';

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const seq = z.number().int().min(0);
const filterOf = (read: ReadDb) =>
  z.object({
    entity: namedInput((entity) => entityNamed(read, entity)).optional(),
    actorKinds: z.array(z.enum(['user', 'run', 'system'])).optional(),
    actor: namedInput((actor) => actorNamed(read, actor)).optional(),
    kinds: z.array(z.string().max(100)).max(100).optional(),
    without: z.array(z.string().max(100)).max(100).optional(),
    since: moment.optional(),
    until: moment.optional(),
    after: seq.optional(),
    limit: z.number().int().min(1).max(500).default(100),
    /** The position of the last event that was shown. */
    cursor: seq.nullish(),
  });

/** The event log over the wire: what just happened, and what happens from now on. */
export function createEventsRouter(storage: Pick<Storage, 'bus' | 'read'>, feed: LiveFeed) {
  return router({
    latest: procedure
      .input(z.object({ limit: z.number().int().min(1).max(500).default(50) }).optional())
      .query(async ({ input }): Promise<{ items: LiveEvent[]; position: Position }> => {
        const { logId, seq } = await storage.bus.head();
        const events = await readLatest(storage.read, input?.limit ?? 50);
        return {
          items: events.map((event) => ({ ...event, at: toIso(event.at) })),
          position: formatPosition(logId, seq),
        };
      }),
    list: procedure
      .input(filterOf(storage.read))
      .query(async ({ input }): Promise<{ items: LiveEvent[]; nextCursor: number | null }> => {
        const { limit, cursor, ...asked } = input;
        const events = await findEvents(storage.read, { ...asked, before: cursor ?? undefined }, limit + 1);
        const shown = events.slice(0, limit);
        return {
          items: shown.map((event) => ({ ...event, at: toIso(event.at) })),
          nextCursor: events.length > limit ? (shown.at(-1)?.seq ?? null) : null,
        };
      }),
    subscribe: procedure
      .input(z.object({ lastEventId: z.string().max(100).optional() }).optional())
      .subscription(({ input, ctx, signal }) => {
        const { backlog } = ctx;
        if (!backlog || !signal) {
          throw new TRPCError({
            code: 'METHOD_NOT_SUPPORTED',
            message: 'Events are streamed only over the websocket.',
          });
        }
        return withIds(feed.messages({ lastEventId: input?.lastEventId, signal, backlog }));
      }),
  });
}

async function* withIds(messages: AsyncIterable<readonly [Position, LiveMessage]>) {
  for await (const [position, message] of messages) yield tracked(position, message);
}
