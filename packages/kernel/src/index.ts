// Words that every room speaks. Nothing here imports a package, reads a file or keeps state.
// A word is admitted when three rooms need it; anything that belongs to one room stays there.
export { type Act, type Actor, systemAct } from './actor.ts';
export { type Clock, type Instant, type IsoTime, toIso, toIsoOrNull } from './clock.ts';
export {
  type Event,
  formatPosition,
  type NounOf,
  type Position,
  parsePosition,
  type RecordedEvent,
  type Refreshes,
} from './event.ts';
export { Fault, type FaultKind, type FaultOptions, isFault, unreachable } from './fault.ts';
export type { Finding } from './finding.ts';
export { type IdKind, type IdSource, idPrefixes, idsFrom, randomId } from './ids.ts';
export { nearest } from './nearest.ts';
export { type Advice, adviceInWords, adviceSentences, type NextStep, readSteps, step } from './next-step.ts';
export type { BadPage, Page } from './page.ts';
export {
  inEachText,
  mayHoldReason,
  type Reason,
  type ReasonWords,
  readReason,
  type SayWhy,
  type StoredReason,
  sayerOf,
  sayIn,
  storeReason,
  type Why,
} from './reason.ts';
export { type Err, err, type Ok, ok, type Result, unwrap } from './result.ts';
export type { LimitReached, RunLimit } from './run-limit.ts';
export { hideSecrets, secretShapes } from './secret-shapes.ts';
export {
  type AgentState,
  agentStates,
  agentStateWords,
  type PendingKind,
  type PendingReason,
  pendingKind,
  pendingReasons,
  type RunState,
  runStates,
  type TaskState,
  taskStates,
} from './shown-state.ts';
export { systemCode, systemReason } from './system-error.ts';
export { tellDay, tellTime } from './told-time.ts';
export {
  type AskedQuestion,
  type ReadTool,
  type TextChange,
  type ToolKind,
  type ToolReading,
  toolKinds,
} from './tool-reading.ts';
