import { type Act, unwrap } from '@cw/kernel';
import { writePrompt } from './adapters/prompt-files.ts';
import type { AgentProgress } from './adapters/watch-agent.ts';
import type { LifeNews } from './adapters/watch-silence.ts';
import type { AgentsModule, LaunchRun } from './agents.module.ts';
import type { RunRecord } from './model/run.ts';
import { inWords } from './model/testing.ts';
import type { ProviderName } from './providers/programs.ts';

export { type RawCall, rawCalls } from './adapters/sandbox/raw-calls.ts';

export type RunDriver = {
  /** A run that may be launched: its worktree is recorded and its prompt written. */
  readonly create: (
    provider: ProviderName,
    more?: {
      readonly taskId?: string;
      readonly prompt?: string;
      /** A run of the task that has ended, whose conversation it goes on with. */
      readonly after?: RunRecord;
    },
  ) => Promise<RunRecord>;
  /** Starts its agent and records that. */
  readonly start: (run: RunRecord, more?: Partial<LaunchRun>) => Promise<RunRecord>;
  /** Follows its agent to the end and ends the run. */
  readonly finish: (run: RunRecord, watcher?: AgentsModule) => Promise<FinishedRun>;
};

export type FinishedRun = { readonly verdict: ReturnType<typeof inWords>; readonly run: RunRecord };

/** What a sandbox shows where nothing special is needed. */
export const plainEnclosure: LaunchRun['enclosed'] = async () => ({
  mcp: null,
  door: null,
  mounts: [],
  programs: [],
  wayOut: { serve: nothing, lead: nothing },
});

const nothing = { command: 'false', args: [], env: {} };

/** Drives runs from their first step to their last without the dispatcher. */
export function createRunDriver(deps: {
  readonly agents: AgentsModule;
  readonly worktree: string;
  readonly act: Act;
}): RunDriver {
  const { agents, act } = deps;
  const { commands } = agents;
  return {
    create: async (provider, { taskId = 'tk_a', prompt = 'Please do the task.', after } = {}) => {
      const goingOn = after?.sessionId == null ? {} : { resumes: after.id, sessionId: after.sessionId };
      const input = { taskId, projectId: 'pr_a', role: 'worker', provider, model: null, accountId: null, ...goingOn };
      const run = unwrap(await commands.createRun(input, act));
      writePrompt(agents.logDir(run.id), prompt, []);
      const reached = { runId: run.id, step: 'spawn', facts: { worktree: deps.worktree } } as const;
      return unwrap(await commands.recordStep(reached, act));
    },
    start: async (run, more = {}) => {
      const process = await agents.launch(run, {
        account: null,
        gitEnv: {},
        mcp: null,
        script: null,
        caps: { turns: null, usd: null },
        enclosed: plainEnclosure,
        ...more,
      });
      const reached = { runId: run.id, step: 'running', facts: { process } } as const;
      return unwrap(await commands.recordStep(reached, act));
    },
    finish: async (run, watcher = agents) => {
      const identity = watcher.identityOf(run);
      if (!identity) throw new Error(`nothing runs for ${run.id}`);
      const onProgress = async (progress: AgentProgress) => {
        await commands.recordProgress(watcher.progressOf(run, progress), act);
      };
      const onLife = async (news: LifeNews) => {
        await commands.recordLife({ runId: run.id, ...news }, act);
      };
      const { signal } = new AbortController();
      const ended = await watcher.watch(run, identity, { onProgress, onLife, signal, finishMs: 5000 });
      if (!ended) throw new Error(`the watching of ${run.id} was broken off`);
      const stoppedBy = unwrap(await agents.queries.find(run.id)).stopRequestedBy;
      const verdict = watcher.provider(run.provider).judge(ended.trace, { ...ended.end, stoppedBy });
      const input = { runId: run.id, verdict, exitCode: ended.end.exitCode, progress: watcher.progressOf(run, ended) };
      return { verdict: inWords(verdict), run: unwrap(await commands.endRun(input, act)) };
    },
  };
}
