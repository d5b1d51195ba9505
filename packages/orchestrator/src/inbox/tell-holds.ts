import type { RunRecord } from '@cw/agents';
import type { Instant } from '@cw/kernel';
import { causeSubject, isTold, listCauses, messagesWithin } from '@cw/messages';
import { almostFull, type ReadDb } from '@cw/storage';
import { type Dispatched, machineOf } from '../commands/dispatch-task.ts';
import { type Driving, orchestratorAct, whileDispatching } from '../deps.ts';
import type { DispatchReason } from '../model/dispatch-reason.ts';
import { type HoldState, type Patience, patienceWith, turnHold } from '../model/hold-turn.ts';
import { findHolds, type Hold, isHold } from '../selection/find-holds.ts';
import { isStarting, needsOfRun } from '../steps/hold-start.ts';

/** What of a round matters here. */
type Round = Pick<Dispatched, 'blockers'> & {
  readonly active: readonly RunRecord[];
  /** Ids of runs that were kept back at their start. */
  readonly heldStarts: ReadonlySet<string>;
  /** Projects with merges that wait for their private clone. */
  readonly heldQueues: readonly string[];
};

type About = Pick<Hold, 'cause' | 'of'>;

/** The causes that are seen here, and whether they come and go by themselves. */
const patience: Readonly<Partial<Record<Hold['cause'], Patience>>> = {
  program: patienceWith.steady,
  sandbox: patienceWith.steady,
  clone: patienceWith.steady,
  spending: patienceWith.steady,
  memory: patienceWith.restless,
  disk: patienceWith.pressing,
};

/**
 * Tells people what keeps agents from being started, and takes back what is over; called after each round of dispatching.
 * Where nothing does, it looks at nothing.
 * @returns a function that answers when time alone changes what people are to be told
 */
export function tellHolds(deps: Driving): (round: Round) => Promise<Instant | undefined> {
  const said = new Map<string, string>();
  let states: Map<string, HoldState & About> | undefined;
  return async (round) => {
    const now = deps.clock.now();
    states ??= await toldBefore(deps.storage.read, now);
    const isQuiet = [...states.values()].every(({ isSeen, isTold: told }) => !isSeen && !told);
    const holds = await look(deps, round, isQuiet);
    const seen = new Map<string, Hold>(holds.map((hold) => [causeSubject(hold.cause, hold.of), hold]));
    const moments: Instant[] = [];
    for (const [subject, { cause, of }] of new Map<string, About>([...states, ...seen])) {
      const hold = seen.get(subject);
      const about = { patience: patience[cause] ?? patienceWith.steady, now };
      const { state, does, again } = turnHold(states.get(subject), hold !== undefined, about);
      if (state === undefined) states.delete(subject);
      else states.set(subject, { ...state, cause, of });
      if (again !== undefined) moments.push(again);
      if (does === 'tell' && hold !== undefined) await tell(deps, said, hold);
      if (does === 'end') await takeBack(deps, said, { cause, of });
    }
    return moments.length === 0 ? undefined : Math.min(...moments);
  };
}

/** What holds at present; where nothing did until now and the round met nothing, that is not asked. */
async function look(deps: Driving, round: Round, isQuiet: boolean): Promise<readonly Hold[]> {
  const { measureRoom, freeDisk, storage } = deps;
  const { blockers, active, heldStarts, heldQueues } = round;
  // A process that has just begun has not kept any back itself.
  const starting = active.filter((run) => isStarting(run) && (!isQuiet || heldStarts.has(run.id))).map(needsOfRun);
  const isDiskFull = freeDisk() < almostFull;
  const isMet = starting.length > 0 || heldQueues.length > 0 || isDiskFull || blockers.some(isHold);
  if (isQuiet && !isMet) return [];
  return findHolds(storage.read, { ...(await machineOf(deps)), measureRoom, isDiskFull, starting, heldQueues });
}

async function takeBack(deps: Driving, said: Map<string, string>, about: About): Promise<void> {
  said.delete(causeSubject(about.cause, about.of));
  await whileDispatching(deps, (tx) => messagesWithin(tx).endCause(about, orchestratorAct));
}

/** What a process before this one told. */
async function toldBefore(db: ReadDb, now: Instant): Promise<Map<string, HoldState & About>> {
  const causes = (await listCauses(db)).filter(({ name }) => patience[name] !== undefined);
  const state: HoldState = { isSeen: true, since: now, isTold: true, overAt: null };
  return new Map(causes.map(({ name: cause, of }) => [causeSubject(cause, of), { ...state, cause, of }]));
}

/** Tells of one, where people are not told of it as it is. */
async function tell(deps: Driving, said: Map<string, string>, hold: Hold): Promise<void> {
  const { cause, of, projectId, title, because, hint, next } = hold;
  const subject = causeSubject(cause, of);
  const what = JSON.stringify(hold);
  if (said.get(subject) === what && (await isTold(deps.storage.read, [subject]))) return;
  const text: DispatchReason = { code: 'dispatch.until-then', hint: hint ?? null };
  const item = { cause, of, projectId, title, text, details: { because, hint, next } };
  await whileDispatching(deps, (tx) => messagesWithin(tx).raiseCause(item, orchestratorAct));
  said.set(subject, what);
}
