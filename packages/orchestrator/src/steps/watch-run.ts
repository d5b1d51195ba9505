import type { AgentEnd, AgentProgress, LifeNews, RunRecord } from '@cw/agents';
import { unwrap } from '@cw/kernel';
import { LockLost } from '@cw/storage';
import type { Reached } from '../commands/advance-run.ts';
import { actFor, type Driving, whileDispatching } from '../deps.ts';
import { askToHandOver } from '../handover/ask-handoff.ts';
import { tellSilence } from '../inbox/tell-silence.ts';
import { speakToAgent } from '../messages/speak-to-agent.ts';
import { noteServed } from './end-rests.ts';
import { watchCaps } from './run-caps.ts';

/** Figures of a running agent are written at most this often, in milliseconds; its output is shown as it comes. */
const figuresEvery = 2_000;

/** Signs of life of an agent that writes nothing are noted at most this often, in milliseconds. */
const signsEvery = 60_000;

/** Follows the agent to its end. Answers undefined when this process stops first; the agent then goes on. */
export async function watchRun(deps: Driving, run: RunRecord): Promise<Reached> {
  const end = await agentEnd(deps, run);
  if (end === undefined) return undefined;
  return { runId: run.id, step: 'collect', facts: { exitCode: end.end.exitCode } };
}

/**
 * How the agent of a run ended, from its files and processes: may be asked at any step after it was started, by any
 * process, and answers the same.
 */
export async function agentEnd(deps: Driving, run: RunRecord): Promise<AgentEnd | undefined> {
  const end = deps.ends.get(run.id) ?? (await followToEnd(deps, run));
  if (end !== undefined) deps.ends.set(run.id, end);
  return end;
}

async function followToEnd(deps: Driving, run: RunRecord): Promise<AgentEnd | undefined> {
  const identity = deps.agents.identityOf(run);
  if (identity === undefined) throw new Error(`run ${run.id} has no process in the step ${run.step}`);
  let signWritten = 0;
  const figures = createFigures(deps, run);
  const caps = await watchCaps(deps, run);
  const served = onceServed(deps, run);
  const handover = askToHandOver(deps, run);
  const watched = deps.agents.watch(run, identity, {
    signal: deps.signal,
    speak: speakToAgent(deps, run),
    onProgress: async (progress: AgentProgress) => {
      deps.onOutput(run.id);
      const { turns, costUsd, estimated, contextFill } = deps.agents.progressOf(run, progress).counts;
      await caps.look({ turns, costUsd, estimated });
      if (turns > 0) await served();
      await figures.take(progress);
      await handover(progress, contextFill);
    },
    onLife: async (news) => {
      await figures.flush();
      const now = deps.clock.now();
      if (news.turn === 'heard' && !news.endsStall && now - signWritten < signsEvery) return;
      signWritten = now;
      await noteLife(deps, run, news);
    },
  });
  return watched.finally(() => {
    figures.close();
    caps.close();
  });
}

/** Notes once that the account of a run is of use. */
function onceServed(deps: Driving, run: RunRecord): () => Promise<void> {
  let isNoted = false;
  return async () => {
    if (isNoted) return;
    isNoted = true;
    await noteServed(deps, run);
  };
}

type Figures = {
  readonly take: (progress: AgentProgress) => Promise<void>;
  /** Writes what was not written yet. */
  readonly flush: () => Promise<void>;
  readonly close: () => void;
};

/** Writes the figures of a run every now and then; the last ones of a burst a little later, though nothing follows them. */
function createFigures(deps: Driving, run: RunRecord): Figures {
  let writtenAt = 0;
  let unwritten: AgentProgress | undefined;
  let timer: NodeJS.Timeout | undefined;
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const progress = unwritten;
    unwritten = undefined;
    if (progress === undefined) return;
    writtenAt = deps.clock.now();
    await note(deps, run, progress);
  };
  const flushLater = () => {
    flush().catch((error: unknown) => {
      if (!(error instanceof LockLost)) deps.onError(error);
    });
  };
  return {
    take: async (progress) => {
      unwritten = progress;
      const wait = writtenAt + figuresEvery - deps.clock.now();
      if (wait <= 0 || wait > figuresEvery) await flush();
      else timer ??= setTimeout(flushLater, wait).unref();
    },
    flush,
    close: () => clearTimeout(timer),
  };
}

async function note(deps: Driving, run: RunRecord, progress: AgentProgress): Promise<void> {
  const figures = deps.agents.progressOf(run, progress);
  unwrap(await whileDispatching(deps, (tx) => deps.agents.within(tx).recordProgress(figures, actFor(run))));
}

async function noteLife(deps: Driving, run: RunRecord, news: LifeNews): Promise<void> {
  const life = { runId: run.id, ...news };
  unwrap(
    await whileDispatching(deps, async (tx) => {
      const noted = await deps.agents.within(tx).recordLife(life, actFor(run));
      if (noted.ok) await tellSilence(tx, run, news);
      return noted;
    }),
  );
}
