import type { AgentProgress, RunRecord } from '@cw/agents';
import { type MessageView, messagesWithin, undeliveredToRun, wordsForAgent } from '@cw/messages';
import { keepTold, readTold } from '../adapters/told-messages.ts';
import { actFor, type Driving, whileDispatching } from '../deps.ts';

type Trace = AgentProgress['trace'];

/** How long an agent that has given its result is waited for to take what it was told, in milliseconds. */
const patienceMs = 30_000;

/**
 * Tells the agent of a run what was written to it, each message once, also after a restart, and notes which have reached
 * its model.
 * @returns what to call whenever more is known of the agent; it answers true while something may still reach it
 */
export function speakToAgent(deps: Driving, run: RunRecord): (trace: Trace) => Promise<boolean> {
  const dir = deps.agents.logDir(run.id);
  const told = readTold(dir);
  let waitsSince: number | undefined;
  return async (trace) => {
    const written = await undeliveredToRun(deps.storage.read, run.id);
    // What cw itself wants is of no use any more to an agent that has given its result.
    const waiting = written.filter(
      ({ id, senderKind }) => senderKind !== 'system' || told.has(id) || trace.resultCount === 0,
    );
    if (waiting.length === 0) return false;
    const left = await noteReceipts(deps, run, { waiting, receipts: trace.receipts });
    for (const message of left) {
      const { id, senderName } = message;
      if (told.has(id)) continue;
      const outcome = await deps.agents.send(run, { id, from: senderName, text: wordsForAgent(message) });
      if (outcome !== 'sent') return false;
      told.add(id);
      keepTold(dir, id);
      waitsSince = undefined;
    }
    if (trace.isSpokenTo || left.length === 0) waitsSince = undefined;
    else waitsSince ??= deps.clock.now();
    return left.length > 0 && deps.clock.now() - (waitsSince ?? deps.clock.now()) < patienceMs;
  };
}

type Receiving = { readonly waiting: readonly MessageView[]; readonly receipts: readonly string[] };

/** Answers what has not reached the agent yet. */
async function noteReceipts(
  deps: Driving,
  run: RunRecord,
  { waiting, receipts }: Receiving,
): Promise<readonly MessageView[]> {
  const reached = waiting.filter(({ id }) => receipts.includes(id));
  if (reached.length > 0)
    await whileDispatching(deps, (tx) => messagesWithin(tx).deliverMessages(reached, actFor(run)));
  return waiting.filter(({ id }) => !receipts.includes(id));
}
