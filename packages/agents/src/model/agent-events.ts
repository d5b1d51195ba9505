import type { Event } from '@cw/kernel';
import type { AgentKind } from './agent.ts';

type Facts = {
  readonly name: string;
  readonly kind: AgentKind;
  readonly role: string;
  readonly provider: string;
  readonly capabilities: readonly string[];
};

/** What happens to agents; the entity is the agent's id. */
export type AgentEvent =
  | Event<'agent.registered', Facts>
  | Event<'agent.changed', Facts>
  | Event<'agent.returned', { readonly name: string }>
  | Event<'agent.removed', { readonly name: string }>;
