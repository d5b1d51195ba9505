import type { RecordedEvent } from '@cw/kernel';
import type { EventBus } from './ports/event-bus.ts';
import { wakeable } from './subscribers.ts';

/**
 * Events after `seq` as they are committed, by whichever process, until the signal aborts. The bell is listened to
 * before the backlog is read, so that nothing falls between the two.
 */
export async function* followEvents(bus: EventBus, after: number, signal: AbortSignal): AsyncGenerator<RecordedEvent> {
  const bell = wakeable(bus, signal);
  let seq = after;
  try {
    while (!signal.aborted) {
      const events = await bus.read(seq, 500);
      for (const event of events) {
        yield event;
        seq = event.seq;
      }
      if (events.length === 0) await bell.next();
    }
  } finally {
    bell.close();
  }
}
