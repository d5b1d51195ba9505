import { advance, emptyTrace, type RunTrace } from '../model/stream/run-trace.ts';
import type { RunEnd } from '../model/verdict.ts';
import type { Provider } from '../ports/provider.ts';
import { type AgentIdentity, type AgentStatus, agentStatus } from './process/identity.ts';
import { closeInput } from './process/send-line.ts';
import { stopAgent } from './process/stop-agent.ts';
import { readErrorTail, readOutput } from './read-output.ts';
import { watchFolder } from './watch-folder.ts';

export type WatchAgent = {
  readonly provider: Provider;
  readonly logDir: string;
  readonly identity: AgentIdentity;
  /** Called with news, one call at a time; the next waits for it. */
  readonly onProgress: (progress: AgentProgress) => Promise<void>;
  /** True once somebody asked for the run to end; looked at whenever something happens and each second. */
  readonly isStopRequested: () => boolean | Promise<boolean>;
  /** Ends the watching, not the agent. */
  readonly signal: AbortSignal;
  /**
   * Milliseconds an agent may take to end by itself after its result.
   * @defaultValue 15000
   */
  readonly finishMs?: number;
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

/**
 * Follows an agent until it and all it started have ended: reads its output from the beginning, closes its input after
 * its result, ends it when it stays, or when that was asked for. Works alike for an agent that another process started.
 * @returns undefined when the signal came first: the agent goes on
 */
export async function watchAgent(request: WatchAgent): Promise<AgentEnd | undefined> {
  const { provider, logDir, identity, signal } = request;
  const output = createOutput(provider, logDir);
  const bell = watchFolder(logDir, signal);
  let finishBy: number | undefined;
  let more = false;
  try {
    while (!signal.aborted) {
      if (!more) await bell.next();
      const status = agentStatus(logDir, identity);
      more = await output.read(request.onProgress, signal);
      if (!more && status.kind !== 'running') break;
      if (finishBy === undefined && provider.hasFinished(output.progress().trace)) {
        closeInput(logDir, identity.runId);
        finishBy = Date.now() + (request.finishMs ?? defaultFinishMs);
      }
      const overdue = finishBy !== undefined && Date.now() > finishBy;
      if (overdue || (await request.isStopRequested())) break;
    }
  } finally {
    bell.close();
  }
  if (signal.aborted) return undefined;
  const stopped = await stopAgent({ dir: logDir, identity, interruptLine: provider.interruptLine() });
  while (await output.read(request.onProgress, signal));
  await output.end(request.onProgress);
  const exitCode = stopped.status.kind === 'exited' ? stopped.status.code : null;
  return { ...output.progress(), ...stopped, end: { exitCode, errorOutput: readErrorTail(logDir) } };
}

type Output = {
  readonly progress: () => AgentProgress;
  /** Reads the next part; false when there was none. */
  readonly read: (tell: WatchAgent['onProgress'], signal: AbortSignal) => Promise<boolean>;
  readonly end: (tell: WatchAgent['onProgress']) => Promise<void>;
};

function createOutput(provider: Provider, logDir: string): Output {
  const reader = provider.reader();
  let trace = emptyTrace;
  let position = 0;
  const progress = () => ({ trace, offset: reader.offset() });
  return {
    progress,
    read: async (tell, signal) => {
      const bytes = readOutput(logDir, position);
      if (bytes.length === 0 || signal.aborted) return false;
      position += bytes.length;
      for (const { fact } of reader.push(bytes)) trace = advance(trace, fact);
      await tell(progress());
      return true;
    },
    end: async (tell) => {
      for (const { fact } of reader.end()) trace = advance(trace, fact);
      await tell(progress());
    },
  };
}
