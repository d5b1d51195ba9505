import { listAccounts } from '@cw/accounts';
import { readSetting } from '@cw/config';
import type { Workspace } from '@cw/entry';
import { Fault, hideSecrets, type Instant, isFault } from '@cw/kernel';
import { isWaitingForPerson } from '@cw/messages';
import { boundTo, type Tx } from '@cw/storage';
import { agentLogDir } from './adapters/agent-log-dir.ts';
import type { HostEnv } from './adapters/child-environment.ts';
import { whyNotFound } from './adapters/find-program.ts';
import { type LaunchAgent, launchAgent } from './adapters/launch-agent.ts';
import { type AgentIdentity, findAgent } from './adapters/process/identity.ts';
import { type SendOutcome, sendLine } from './adapters/process/send-line.ts';
import { type Stopped, stopAgent } from './adapters/process/stop-agent.ts';
import { outputBytes } from './adapters/read-output.ts';
import { type ConversationBefore, keepConversation } from './adapters/run-conversation.ts';
import { writingOnly } from './adapters/sandbox/bwrap-arguments.ts';
import { findSockets } from './adapters/sandbox/find-sockets.ts';
import { createSandbox, type Sandbox } from './adapters/sandbox/sandbox.ts';
import { readRunSandbox } from './adapters/sandbox/sandbox-files.ts';
import type { AgentProgress } from './adapters/watch-agent.ts';
import { type AgentEnd, type WatchAgent, watchAgent } from './adapters/watch-agent.ts';
import type { LifeNews } from './adapters/watch-silence.ts';
import { sandboxHostsKey, sandboxKey, sandboxNetworkKey, sandboxWritableKey } from './agents-config.ts';
import { createRun } from './commands/create-run.ts';
import { endRun } from './commands/end-run.ts';
import { issueToken } from './commands/issue-token.ts';
import { recordLife } from './commands/record-life.ts';
import { type RunProgress, recordProgress } from './commands/record-progress.ts';
import { recordStep } from './commands/record-step.ts';
import { heartbeatAgent, registerAgent, removeAgent } from './commands/register-agent.ts';
import { requestStop } from './commands/request-stop.ts';
import { takeAgent } from './commands/take-agent.ts';
import { isHandover } from './model/can-go-on.ts';
import { messageText, type SaidMessage } from './model/message-text.ts';
import type { Missing } from './model/missing.ts';
import type { RunRecord } from './model/run.ts';
import type { SandboxState } from './model/sandbox.ts';
import { denialLines } from './model/stream/run-trace.ts';
import type {
  AccountLogin,
  LaunchRequest,
  McpServer,
  PrivateNetwork,
  Provider,
  SandboxPlaces,
  SandboxRequest,
} from './ports/provider.ts';
import { createProviders, type Providers } from './providers/create.ts';
import type { ProviderName } from './providers/programs.ts';
import { findRun, isStopRequested, listAttempts } from './queries/find-runs.ts';
import { listAgents } from './queries/list-agents.ts';
import { nameRuns } from './queries/name-runs.ts';
import type { ProgramCommand } from './queries/program-command.ts';
import { showAgent } from './queries/show-agent.ts';
import { stallLimits } from './queries/stall-limits.ts';
import { agents, runs } from './run.ts';
import { createRunLogs } from './run-logs.ts';
import { createRunReads } from './run-reads.ts';
import { hiderFor } from './run-secrets.ts';
import { createSignIns, type SignIns } from './sign-ins.ts';

export type AgentsDeps = Pick<Workspace, 'home' | 'storage'> & {
  /** The environment cw runs in; agents see an allow-list of it. */
  readonly hostEnv: HostEnv;
};

export type AgentsModule = ReturnType<typeof createAgentsModule>;

const ofAgents = { takeAgent, registerAgent, heartbeatAgent, removeAgent };
const ofRuns = { createRun, recordStep, recordProgress, recordLife, endRun, issueToken, requestStop };

/** Every command of this room inside a transaction that the caller holds. */
export const agentsWithin = (tx: Tx) => ({ ...agents.within(tx, ofAgents), ...runs.within(tx, ofRuns) });

/** Agent programs, their processes, and the runs that tell of them. */
export function createAgentsModule(deps: AgentsDeps) {
  const { read } = deps.storage;
  const providers = createProviders({ hostEnv: deps.hostEnv, read });
  const sandbox = createSandbox(deps.home, deps.hostEnv);
  return {
    commands: { ...agents.bind(deps, ofAgents), ...runs.bind(deps, ofRuns) },
    within: agentsWithin,
    queries: {
      ...boundTo(read, { find: findRun, listAgents, showAgent, nameRuns }),
      ...createRunReads(deps),
      ...createRunLogs(deps, providers),
    },
    sandbox,
    ...agentProcesses(deps, providers, sandbox),
  };
}

/** The beginning of a command line: what follows runs as the user, and can write below one folder only. */
export type Walls = (folder: string) => readonly string[];

export type LaunchRun = Omit<
  LaunchAgent,
  'logDir' | 'sessionId' | 'resume' | 'worktree' | 'runId' | 'scope' | 'model' | 'sandbox' | 'before'
> & {
  /** Prepares what its sandbox has to show, where it is kept in one; its tools are then reached by what is answered. */
  readonly enclosed: (walls: Walls) => Promise<SandboxPlaces & { readonly mcp: McpServer | null }>;
};

/** How the agent of a run is followed; without `onLife` it may be silent for ever. */
export type WatchRun = Pick<WatchAgent, 'onProgress' | 'signal' | 'finishMs' | 'speak'> & {
  readonly onLife?: (news: LifeNews) => Promise<void>;
};

function agentProcesses(deps: AgentsDeps, providers: Providers, sandbox: Sandbox) {
  const { read } = deps.storage;
  const dirOf = (run: Pick<RunRecord, 'id'>) => agentLogDir(deps.home, run.id);
  const signIns = createSignIns(providers);
  return {
    logDir: (runId: string) => agentLogDir(deps.home, runId),
    /** What takes secrets out of a text that the agent of a run wrote; only by their shape where those of its account cannot be read. */
    hiderFor: (run: RunRecord): Promise<(text: string) => string> =>
      hiderFor(deps, run).catch((error: unknown) => {
        if (!isFault(error)) throw error;
        return (text: string) => hideSecrets(text);
      }),
    provider: (name: ProviderName): Provider => providers[name],
    /** Why a program cannot be started, as far as its file tells; undefined where it can. */
    whyNotFound: (sought: ProgramCommand): Missing | undefined => whyNotFound(sought, deps.hostEnv.PATH ?? ''),
    /** When somebody last signed in to a program; undefined where that cannot be told. @param account null: the user's own */
    signInChangedAt: (name: ProviderName, account: AccountLogin | null): Instant | undefined =>
      signIns.changedAt(name, account),
    /** Has the sign-in with which a run in a sandbox was refused renewed outside of it, where that is possible. */
    renewSignIn: (run: RunRecord, account: AccountLogin | null): Promise<Renewed> =>
      renewRefused(signIns, { run, account, logDir: dirOf(run) }),
    /**
     * Starts the agent of a run, whose prompt was written, in its recorded worktree. Repeating it answers the agent that
     * runs already. @throws Fault
     */
    launch: async (run: RunRecord, { enclosed, ...request }: LaunchRun): Promise<AgentIdentity> => {
      if (run.worktree === null || run.sessionId === null) throw new Error(`run ${run.id} has no worktree yet`);
      const { id: runId, worktree, sessionId, model } = run;
      const scope = { project: run.projectId, task: run.taskId };
      const attempts = await listAttempts(read, run.taskId);
      const resume = run.resumes !== null && !isHandover(run, attempts);
      const isKept = (await readSetting(read, sandboxKey, scope)).value === 'on';
      const places = isKept ? await enclosure(deps, sandbox, { run, enclosed, providers }) : { sandbox: null };
      if (isKept && findAgent(dirOf(run), run.id) === undefined)
        await signIns.freshen({ provider: run.provider, account: request.account, scope, now: run.createdAt });
      const previous = resume ? attempts.find(({ id }) => id === run.resumes) : undefined;
      return launchAgent(providers[run.provider], {
        ...request,
        ...places,
        before: previous === undefined ? null : await conversationOf(deps, providers, previous),
        runId,
        scope,
        worktree,
        sessionId,
        resume,
        model,
        logDir: dirOf(run),
      });
    },
    /** Who runs for a run: as recorded, or as found in its log directory when recording was cut short. */
    identityOf: (run: RunRecord): AgentIdentity | undefined => {
      const { pid, pidStart, bootId } = run;
      const recorded = pid !== null && pidStart !== null && bootId !== null;
      if (recorded) return { runId: run.id, pid, startTime: Number(pidStart), bootId };
      return findAgent(dirOf(run), run.id);
    },
    /** Follows the agent of a run to its end; see {@link watchAgent}. */
    watch: async (
      run: RunRecord,
      identity: AgentIdentity,
      { onLife, ...request }: WatchRun,
    ): Promise<AgentEnd | undefined> =>
      watchAgent({
        ...request,
        ...(onLife && {
          life: {
            onLife,
            worktree: run.worktree,
            stall: run.stall,
            offset: run.outputOffset,
            isWaiting: () => isWaitingForPerson(read, run.id),
            limits: () => stallLimits(read, { project: run.projectId, task: run.taskId }),
          },
        }),
        identity,
        provider: providers[run.provider],
        logDir: dirOf(run),
        isStopRequested: () => isStopRequested(read, run.id),
      }),
    /** How much the agent of a run has printed so far. */
    outputBytes: (run: RunRecord): number => outputBytes(dirOf(run)),
    /** Ends the agent of a run and all it started, also what an agent that died has left behind. */
    stop: async (run: RunRecord, identity: AgentIdentity): Promise<Stopped> => {
      const { interruptLine } = providers[run.provider];
      const stopped = await stopAgent({ dir: dirOf(run), identity, interruptLine: interruptLine() });
      await keepConversation(dirOf(run));
      return stopped;
    },
    /** Says something to a running agent. `gone` also of a provider that takes no messages. */
    send: async (run: RunRecord, message: SaidMessage): Promise<SendOutcome> => {
      const line = providers[run.provider].messageLine(messageText(message));
      return line === null ? 'gone' : sendLine(dirOf(run), line);
    },
    /** What {@link AgentProgress} means for the run's row. */
    progressOf: (run: RunRecord, { trace, offset }: AgentProgress): RunProgress => ({
      runId: run.id,
      offset,
      model: trace.model,
      sessionId: trace.sessionId,
      counts: providers[run.provider].counts(trace),
      denials: denialLines(trace),
    }),
  };
}

/** Where the conversation of an earlier run lies. */
async function conversationOf(
  { home, storage }: AgentsDeps,
  providers: Providers,
  { id, provider, accountId }: RunRecord,
): Promise<ConversationBefore | null> {
  const account =
    accountId === null ? undefined : (await listAccounts(storage.read)).find((each) => each.id === accountId);
  const login = accountId === null ? null : { configDir: account?.configDir ?? null, env: {} };
  const path = providers[provider].ownPath(login);
  return path === null ? null : { logDir: agentLogDir(home, id), account: path };
}

/** `elsewhere`: the run was in no sandbox, where its program renews what it can by itself. */
export type Renewed = 'renewed' | 'unchanged' | 'unable' | 'elsewhere';

type Refused = { readonly run: RunRecord; readonly account: AccountLogin | null; readonly logDir: string };

async function renewRefused(signIns: SignIns, { run, account, logDir }: Refused): Promise<Renewed> {
  if (readRunSandbox(logDir)?.on !== true) return 'elsewhere';
  const at = signIns.changedAt(run.provider, account);
  // By another run that was refused, or by a person.
  if (at !== undefined && run.startedAt !== null && at > run.startedAt) return 'renewed';
  const scope = { project: run.projectId, task: run.taskId };
  return signIns.renew({ provider: run.provider, account, scope });
}

type Enclosed = { readonly sandbox: SandboxRequest; readonly mcp: McpServer | null };

/**
 * The walls around the agent of a run.
 * @throws Fault `agent.no-sandbox`, `agent.no-private-network`: without them it is not started
 */
async function enclosure(
  { home, storage, hostEnv }: AgentsDeps,
  sandbox: Sandbox,
  {
    run,
    enclosed,
    providers,
  }: Pick<LaunchRun, 'enclosed'> & { readonly run: RunRecord; readonly providers: Providers },
): Promise<Enclosed> {
  const state = await sandbox.state();
  if (!state.works) {
    const message = `Its agent was to be kept in a sandbox, and there is none: ${state.why}.`;
    throw new Fault({ code: 'agent.no-sandbox', message, hint: state.hint, next: state.next });
  }
  const scope = { project: run.projectId, task: run.taskId };
  const network = await networkOf(storage, state, scope);
  const { mcp, ...places } = await enclosed((folder) => writingOnly(state, folder, network !== null));
  const accounts = await listAccounts(storage.read);
  const others = accounts.filter(({ id }) => id !== run.accountId);
  const hidden = others.flatMap(({ configDir }) => configDir ?? []);
  const { value: writable } = await readSetting(storage.read, sandboxWritableKey, scope);
  const executed = [null, ...accounts.map(({ configDir }) => ({ configDir, env: {} }))].flatMap((account) =>
    Object.values(providers).flatMap((provider) => provider.ownPath(account) ?? []),
  );
  const { program, nesting, filter } = state;
  const bwrap = { program, nesting, filter };
  // Last, since what it finds may be gone a moment later.
  const sockets = await findSockets(hostEnv, [home, ...hidden]);
  return { mcp, sandbox: { ...places, home, hidden, executed, sockets, writable, network, bwrap } };
}

type Works = Extract<SandboxState, { works: true }>;

/** The private network that a run is to have; null: it shares that of the machine. */
async function networkOf(
  { read }: AgentsDeps['storage'],
  { noNetwork }: Works,
  scope: LaunchRequest['scope'],
): Promise<PrivateNetwork | null> {
  if ((await readSetting(read, sandboxNetworkKey, scope)).value === 'shared') return null;
  if (noNetwork !== null) {
    const { hint, next } = noNetwork;
    const message = `Its agent was to have a private network, and there is none: ${noNetwork.why}.`;
    throw new Fault({ code: 'agent.no-private-network', message, hint, next });
  }
  return { hosts: (await readSetting(read, sandboxHostsKey, scope)).value };
}
