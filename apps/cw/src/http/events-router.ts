import { procedure, router } from '@cw/entry/trpc';
import { formatPosition, type Position, toIso } from '@cw/kernel';
import { readLatest, type Storage } from '@cw/storage';
import { TRPCError, tracked } from '@trpc/server';
import { z } from 'zod';
import type { LiveEvent, LiveFeed, LiveMessage } from './live-messages.ts';

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
    subscribe: procedure
      .input(z.object({ lastEventId: z.string().max(100).optional() }).optional())
      .subscription(({ input, ctx, signal }) => {
        const { backlog } = ctx;
        if (!backlog || !signal) {
          throw new TRPCError({
            code: 'METHOD_NOT_SUPPORTED',
            message: 'Events are streamed over the websocket only.',
          });
        }
        return withIds(feed.messages({ lastEventId: input?.lastEventId, signal, backlog }));
      }),
  });
}

async function* withIds(messages: AsyncIterable<readonly [Position, LiveMessage]>) {
  for await (const [position, message] of messages) yield tracked(position, message);
}
