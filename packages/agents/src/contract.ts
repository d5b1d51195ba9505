import type { AgentEvent } from './model/agent-events.ts';
import type { RunEvent } from './model/run-events.ts';

export { type RunReason, sayRunReason } from './model/run-reason.ts';
export type AgentsEvent = AgentEvent | RunEvent;
