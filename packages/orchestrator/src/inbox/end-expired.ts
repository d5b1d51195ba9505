import { messagesWithin, nextExpiry } from '@cw/messages';
import { type Driving, orchestratorAct, whileDispatching } from '../deps.ts';

/**
 * Ends what nobody answered in time.
 * @returns milliseconds until the next of them is due; undefined when nothing ends by itself
 */
export async function endExpired(deps: Driving): Promise<number | undefined> {
  const due = await nextExpiry(deps.storage.read);
  if (due === undefined) return undefined;
  if (due > deps.clock.now()) return due - deps.clock.now();
  await whileDispatching(deps, (tx) => messagesWithin(tx).expireItems(orchestratorAct));
  const next = await nextExpiry(deps.storage.read);
  return next === undefined ? undefined : Math.max(1, next - deps.clock.now());
}
