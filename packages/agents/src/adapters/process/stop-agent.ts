import { setTimeout as pause } from 'node:timers/promises';
import { createFamily, type Family } from './family.ts';
import { type AgentIdentity, type AgentStatus, agentStatus, isAlive } from './identity.ts';
import { type ProcessFacts, readProcess } from './process-table.ts';
import { closeInput, sendLine } from './send-line.ts';

export type StopAgent = {
  readonly dir: string;
  readonly identity: AgentIdentity;
  /** A request to stop what it does, in the agent's own protocol; null when it has none. */
  readonly interruptLine: string | null;
  /**
   * Milliseconds each polite step may take: the request, INT, TERM.
   * @defaultValue 3000
   */
  readonly graceMs?: number;
};

export type Stopped = {
  readonly status: AgentStatus;
  /** Processes that would not go, if any: a person must look at them. */
  readonly left: readonly number[];
};

const defaultGraceMs = 3000;
const sweepMs = 5000;

/**
 * Ends an agent and everything it started: asked first, then signalled, then killed, looked for again until nothing is
 * left. Also sweeps up after an agent that has ended by itself. Signals only what carries the run's mark, writes into its
 * output, or descends from its wrapper.
 */
export async function stopAgent(request: StopAgent): Promise<Stopped> {
  const family = createFamily(request.identity, request.dir);
  const grace = request.graceMs ?? defaultGraceMs;
  // A wrapper that has written its exit code is about to go: nothing is left to be asked.
  if (hasExited(request)) await waitUntil(() => !isAlive(request.identity), { limitMs: grace, everyMs: 2 });
  const isGone = isAlive(request.identity)
    ? await endPolitely(request, family, grace)
    : await signalAndWait(family, 'SIGTERM', grace);
  const left = isGone ? [] : await killAll(family);
  return { status: agentStatus(request.dir, request.identity), left };
}

function hasExited({ dir, identity }: StopAgent): boolean {
  return agentStatus(dir, identity).kind === 'exited';
}

/** Answers true when nobody of the family was found after the agent had ended. */
async function endPolitely(request: StopAgent, family: Family, grace: number): Promise<boolean> {
  const ended = () => !isAlive(request.identity);
  family.members();
  if (request.interruptLine !== null) {
    const outcome = await sendLine(request.dir, request.interruptLine, Math.min(grace, 500));
    // It would wait for the next message after stopping its turn; with its input closed it ends.
    closeInput(request.dir, request.identity.runId);
    if (outcome === 'sent') await waitUntil(ended, { limitMs: grace });
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    if (ended()) return false;
    if (await signalAndWait(family, signal, grace)) return true;
  }
  return false;
}

/** Signals everyone once and waits until the family is gone. Answers whether it was when looked at last. */
async function signalAndWait(family: Family, signal: NodeJS.Signals, grace: number): Promise<boolean> {
  const isGone = () => family.members().length === 0;
  const members = family.members();
  if (members.length === 0) return true;
  for (const facts of withoutWalls(members, family.wrapper)) send(facts, signal);
  return waitUntil(isGone, { limitMs: grace });
}

/**
 * The processes that hold up a sandbox end at any signal and take all in it along: to be asked is for those inside. The
 * first is the wrapper's child, and the second is its.
 */
function withoutWalls(members: readonly ProcessFacts[], wrapper: number): readonly ProcessFacts[] {
  const outer = members.filter(({ name, parent }) => name === 'bwrap' && parent === wrapper).map(({ pid }) => pid);
  return members.filter(
    ({ pid, name, parent }) => !outer.includes(pid) && !(name === 'bwrap' && outer.includes(parent)),
  );
}

async function killAll(family: Family): Promise<number[]> {
  const deadline = performance.now() + sweepMs;
  for (;;) {
    const members = family.members();
    if (members.length === 0 || performance.now() > deadline) return members.map((facts) => facts.pid);
    for (const facts of members) send(facts, 'SIGKILL');
    await pause(10);
  }
}

function send(facts: ProcessFacts, signal: NodeJS.Signals): void {
  if (readProcess(facts.pid)?.startTime !== facts.startTime) return;
  try {
    process.kill(facts.pid, signal);
  } catch (error) {
    // Ended meanwhile, or run as another user: the sweep reports what stays.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

type Wait = { readonly limitMs: number; readonly everyMs?: number };

/** Answers false when the time was over first. */
async function waitUntil(condition: () => boolean, { limitMs, everyMs = 30 }: Wait): Promise<boolean> {
  for (const deadline = performance.now() + limitMs; performance.now() < deadline; ) {
    if (condition()) return true;
    await pause(everyMs);
  }
  return false;
}
