// Agent programs, their processes, and the runs that tell of them. This room starts, reads, addresses and ends agents so
// that they outlive the server, and keeps what each was given, wrote and cost. It refuses to decide which task is run
// when, what becomes of a task after its run, and to signal any process that is not provably a run's own.
export { type AgentFate, agentFate, checkRuns } from './adapters/check-runs.ts';
export { findProgram } from './adapters/find-program.ts';
export { leadOut } from './adapters/network/lead-out.ts';
export { serveWayOut } from './adapters/network/serve-way-out.ts';
export type { NetworkRules } from './adapters/network/way-out.ts';
export type { AgentIdentity, AgentStatus } from './adapters/process/identity.ts';
export { killedAtStartCode } from './adapters/process/start-agent.ts';
export { type InputFile, inputText, readInput, writePrompt } from './adapters/prompt-files.ts';
export { listLogs, logSize, removeLog } from './adapters/remove-log.ts';
export { doorInside } from './adapters/sandbox/enclose-launch.ts';
export { wayOutPlaces } from './adapters/sandbox/private-network.ts';
export { doorFolder } from './adapters/sandbox/run-folders.ts';
export { sandboxPatience } from './adapters/sandbox/sandbox.ts';
export { readSandboxState } from './adapters/sandbox/sandbox-files.ts';
export type { AgentEnd, AgentProgress } from './adapters/watch-agent.ts';
export type { LifeNews } from './adapters/watch-silence.ts';
export {
  type AgentsDeps,
  type AgentsModule,
  agentsWithin,
  createAgentsModule,
  type LaunchRun,
} from './agents.module.ts';
export {
  capabilitiesKey,
  modelKey,
  sandboxHostsKey,
  sandboxKey,
  sandboxNetworkKey,
} from './agents-config.ts';
export { agentsConfigKeys } from './agents-config-keys.ts';
export { canGoOn } from './can-go-on.ts';
export type { CreateRun } from './commands/create-run.ts';
export type { EndRun } from './commands/end-run.ts';
export type { RunProgress } from './commands/record-progress.ts';
export type { RecordStep, StepFacts } from './commands/record-step.ts';
export type { StopCause } from './commands/request-stop.ts';
export { agentRefusals } from './entry/agent-refusals.ts';
export { runRefusals } from './entry/refusals.ts';
export type { AgentKind, AgentRun, AgentView } from './model/agent.ts';
export type { AgentEvent } from './model/agent-events.ts';
export { followsHandover, isHandover, lastConversation } from './model/can-go-on.ts';
export type { Missing } from './model/missing.ts';
export { isModelName, type ModelSource } from './model/model-name.ts';
export type { RunRecord } from './model/run.ts';
export type { RunEvent } from './model/run-events.ts';
export type { RunFailure } from './model/run-failure.ts';
export {
  type FailureClass,
  type LogEntry,
  type LogPage,
  type RunInput,
  type RunOutcome,
  type RunRow,
  type RunStall,
  type RunStep,
  type RunView,
  runStages,
  runSteps,
  type TokenCounts,
} from './model/run-view.ts';
export { type Mount, missingWalls, type SandboxState } from './model/sandbox.ts';
export { hideInVerdict, sayable } from './model/sayable.ts';
export { neverBegan, type RunEnd, type Verdict, whyEnded } from './model/verdict.ts';
export type { FollowUp } from './model/worker-result.ts';
export type { Client, ClientPlaces, ClientScope, ServerStart, SessionHook } from './ports/client.ts';
export type { Program, TypedCommand } from './ports/program.ts';
export type {
  AccountLogin,
  McpServer,
  OwnProgram,
  Provider,
  RunCaps,
  SandboxPlaces,
  WayOutPrograms,
} from './ports/provider.ts';
export { buildPrompt } from './prompt/build-prompt.ts';
export { buildResumePrompt } from './prompt/build-resume-prompt.ts';
export type { Prompt, PromptInput } from './prompt/prompt-input.ts';
export {
  abilitiesOf,
  accountPrograms,
  knownTools,
  type ProviderName,
  programFor,
  programOf,
  programs,
  providerNames,
} from './providers/programs.ts';
export { type AgentKindOf, agentKinds } from './queries/agent-kinds.ts';
export { agentWords } from './queries/agent-words.ts';
export { canGoOnWith } from './queries/can-go-on-with.ts';
export { type FailedRun, lastFailedRuns } from './queries/failed-runs.ts';
export { findAgentRecord } from './queries/find-agent.ts';
export { findRun, isStopRequested, listActiveRuns, listAttempts } from './queries/find-runs.ts';
export { handoffLimit } from './queries/handoff-limit.ts';
export { agentStandings } from './queries/list-agents.ts';
export { type ProgramCommand, programCommands } from './queries/program-command.ts';
export { toRow as toRunRow } from './queries/run-row.ts';
export { runWords } from './queries/run-words.ts';
export { firstRunSince } from './queries/runs-since.ts';
export type { AgentSheet } from './queries/show-agent.ts';
export { spentOn } from './queries/spent.ts';
export { agentsRefreshes } from './refreshes.ts';
export { findRunByToken } from './run-of-token.ts';
export { hiderFor } from './run-secrets.ts';
export { isRunWalled } from './run-walls.ts';
