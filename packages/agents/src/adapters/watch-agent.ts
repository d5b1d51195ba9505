import { setImmediate as breathe } from 'node:timers/promises';
import { questionAfter } from '../model/stall.ts';
import type { PlacedFact } from '../model/stream/facts.ts';
import { advanceAll, emptyTrace, type RunTrace } from '../model/stream/run-trace.ts';
import type { RunEnd } from '../model/verdict.ts';
import type { Provider } from '../ports/provider.ts';
import { outputClock } from './output-times.ts';
import { type AgentIdentity, type AgentStatus, agentStatus } from './process/identity.ts';
import { closeInput, sendLine } from './process/send-line.ts';
import { stopAgent } from './process/stop-agent.ts';
import { logFiles } from './process/wrapper.ts';
import { readErrorTail, readOutput } from './read-output.ts';
import { keepConversation } from './run-conversation.ts';
import { removeTemp } from './sandbox/enclose-launch.ts';
import { sandboxError } from './sandbox/sandbox-error.ts';
import { keepSilence, keptSilence } from './silence-file.ts';
import { watchFolder } from './watch-folder.ts';
import { type WatchSilence, watchSilence } from './watch-silence.ts';

export type WatchAgent = {
  readonly provider: Provider;
  readonly logDir: string;
  readonly identity: AgentIdentity;
  /** Called with news as they come; what it does is waited for, and what came meanwhile is told at once. */
  readonly onProgress: (progress: AgentProgress) => Promise<void>;
  /** True once somebody asked for the run to end; looked at whenever something happens and each second. */
  readonly isStopRequested: () => boolean | Promise<boolean>;
  /**
   * Says what there is to be said to the agent; looked at like the above. Answers true while something of that may still
   * reach it: its input is not closed before.
   */
  readonly speak?: (trace: RunTrace) => Promise<boolean>;
  /** Ends the watching, not the agent. */
  readonly signal: AbortSignal;
  /**
   * Milliseconds an agent may take to end by itself after its result.
   * @defaultValue 15000
   */
  readonly finishMs?: number;
  /** How a silence of the agent is noticed; absent: it may be silent for ever. */
  readonly life?: Pick<WatchSilence, 'worktree' | 'stall' | 'limits' | 'isWaiting' | 'onLife'> & {
    /** Bytes of its output that were known before: they are no sign of life now. */
    readonly offset: number;
  };
};

export type AgentProgress = {
  readonly trace: RunTrace;
  /** Bytes of its output that were read. */
  readonly offset: number;
};

export type AgentEnd = AgentProgress & {
  readonly status: AgentStatus;
  readonly end: Omit<RunEnd, 'stoppedBy'>;
  /** Processes of the run that could not be ended. */
  readonly left: readonly number[];
};

const defaultFinishMs = 15_000;
/** Of the output, that are taken in at once: as many of them may be lines. */
const partBytes = 64 * 1024;
/** How long an agent that reads nothing is waited for when it is asked, in milliseconds. */
const askPatienceMs = 2_000;

/**
 * Follows an agent until it and all it started have ended: reads its output from the beginning, closes its input after
 * its result, ends it when it stays, or when that was asked for. Works alike for an agent that another process started.
 * @returns undefined when the signal came first: the agent goes on
 */
export async function watchAgent(request: WatchAgent): Promise<AgentEnd | undefined> {
  const { provider, logDir, identity, signal } = request;
  const output = createOutput(request);
  const { hasFinished } = await follow(request, output);
  if (signal.aborted) return undefined;
  // One that has given its result does nothing that could be interrupted.
  const interruptLine = hasFinished ? null : provider.interruptLine();
  const stopped = await stopAgent({ dir: logDir, identity, interruptLine });
  await removeTemp(logDir);
  await keepConversation(logDir);
  await output.readAll();
  await output.tell();
  const exitCode = stopped.status.kind === 'exited' ? stopped.status.code : null;
  const errorOutput = readErrorTail(logDir);
  const withoutSandbox = sandboxError(logDir, exitCode, errorOutput);
  const end = { exitCode, errorOutput, silence: keptSilence(logDir), withoutSandbox };
  return { ...output.progress(), ...stopped, end };
}

/** Until the agent has ended, or is to be ended, or the signal comes. */
async function follow(request: WatchAgent, output: Output): Promise<{ hasFinished: boolean }> {
  const { logDir, identity, signal } = request;
  const bell = watchFolder(logDir, { signal, own: logFiles.times });
  const silence = silenceOf(request);
  let finishBy: number | undefined;
  try {
    for (let more = false; !signal.aborted; ) {
      // However much there is to read, others of this process get their turn in between.
      await (more ? breathe() : bell.next());
      more = output.read();
      await output.tell();
      // What it wrote in between is read with all that is left.
      if (!more && agentStatus(logDir, identity).kind !== 'running') break;
      if (finishBy === undefined && !more && (await isAtEnd(request, output))) {
        closeInput(logDir, identity.runId);
        finishBy = performance.now() + (request.finishMs ?? defaultFinishMs);
      }
      const overdue = finishBy !== undefined && performance.now() > finishBy;
      if (overdue || (await request.isStopRequested())) break;
      if (finishBy === undefined && (await silence?.isToEnd(output.seen()))) break;
    }
  } finally {
    bell.close();
  }
  return { hasFinished: finishBy !== undefined };
}

/** Whether it has given its result, and there is nothing more to be said to it. */
async function isAtEnd({ provider, speak }: WatchAgent, output: Output): Promise<boolean> {
  const { trace } = output.progress();
  return (await speak?.(trace)) !== true && provider.hasFinished(trace);
}

/** Whether an agent has been silent for so long that it is to be ended, which is kept in its folder before it is done. */
function silenceOf({ life, provider, logDir, identity }: WatchAgent) {
  if (life === undefined) return undefined;
  const watch = watchSilence({
    ...life,
    identity,
    ask: async (silentMs) => {
      const line = provider.messageLine(questionAfter(silentMs));
      return line !== null && (await sendLine(logDir, line, askPatienceMs)) === 'sent';
    },
  });
  let known = life.offset;
  return {
    isToEnd: async (seen: number): Promise<boolean> => {
      if (keptSilence(logDir) !== null) return true;
      if (seen > known) {
        known = seen;
        await watch.heard();
        return false;
      }
      const silence = await watch.quiet();
      if (silence === undefined || agentStatus(logDir, identity).kind !== 'running') return false;
      keepSilence(logDir, silence);
      return true;
    },
  };
}

type Output = {
  readonly progress: () => AgentProgress;
  /** Bytes of the output that were read, whole lines or not. */
  readonly seen: () => number;
  /** Reads the next part; false when that was all there is. */
  readonly read: () => boolean;
  /** Reads what is left of an output that will not grow. */
  readonly readAll: () => Promise<void>;
  /** Passes on what was read since the last time. */
  readonly tell: () => Promise<void>;
};

function createOutput({ provider, logDir, onProgress }: WatchAgent): Output {
  const reader = provider.reader();
  const clock = outputClock(logDir);
  let trace = emptyTrace;
  let position = 0;
  let told = 0;
  const take = (facts: readonly PlacedFact[]) => {
    trace = advanceAll(
      trace,
      facts.map(({ fact }) => fact),
    );
  };
  const read = () => {
    const bytes = readOutput(logDir, position, partBytes);
    position += bytes.length;
    const more = bytes.length === partBytes;
    if (bytes.length > 0) clock.saw(position);
    if (!more) clock.caughtUp();
    take(reader.push(bytes));
    return more;
  };
  const progress = () => ({ trace, offset: reader.offset() });
  return {
    progress,
    seen: () => position,
    read,
    readAll: async () => {
      for (let before = -1; before < position; await breathe()) {
        before = position;
        read();
      }
      take(reader.end());
    },
    tell: async () => {
      const { offset } = progress();
      if (offset === told) return;
      await onProgress(progress());
      told = offset;
    },
  };
}
