import type { Act, Instant, Result } from '@cw/kernel';
import type { AgentFailure, AgentRecord } from '../model/agent.ts';
import type { AgentEvent } from '../model/agent-events.ts';

export type NewAgent = Pick<
  AgentRecord,
  'id' | 'name' | 'role' | 'provider' | 'projectId' | 'capabilities' | 'kind' | 'lastSeenAt' | 'registeredBy'
>;

/** What somebody has in hand. */
export type InHand = { readonly taskId: string; readonly runId: string | null };

/** The agents inside one write transaction. */
export type AgentStore = {
  /** The moment the transaction began. */
  readonly at: Instant;
  /** By name, id, or an unambiguous start of the id; removed ones are not found. */
  find(agent: string): Promise<Result<AgentRecord, AgentFailure>>;
  /** One that is there under just this name. */
  named(name: string): Promise<AgentRecord | undefined>;
  /** Names that are in use. */
  names(): Promise<readonly string[]>;
  /** An own agent of this kind that works at nothing, best the one that had the task before. */
  free(wanted: {
    readonly role: string;
    readonly provider: string;
    readonly capabilities: readonly string[];
    readonly taskId: string;
  }): Promise<AgentRecord | undefined>;
  inHand(agent: AgentRecord): Promise<InHand | undefined>;
  /** When an agent from outside was last heard of, by what it said or did. */
  heardAt(agent: AgentRecord): Promise<Instant>;
  projectId(project: string): Promise<string | undefined>;
  insert(agent: NewAgent): Promise<void>;
  change(
    id: string,
    changes: Partial<
      Pick<AgentRecord, 'role' | 'provider' | 'projectId' | 'capabilities' | 'lastSeenAt' | 'removedAt'>
    >,
  ): Promise<void>;
  append(event: AgentEvent, act: Act): Promise<void>;
};

/** One write transaction over the agents. */
export type AgentTransact = <T>(work: (store: AgentStore) => Promise<T>) => Promise<T>;
