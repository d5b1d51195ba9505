import type { ReadDb } from '@cw/storage';
import { agentsWhere } from './find-agent.ts';

/** What somebody who could be given work is capable of. */
export type AgentKindOf = {
  /** Null: the workers that this workspace starts by itself. */
  readonly name: string | null;
  readonly capabilities: readonly string[];
};

/**
 * Who there is to do what tasks require: the workers that are started here, and agents from outside, whether they are
 * heard of now or not.
 * @param own what the setting says of one's own workers
 */
export async function agentKinds(db: ReadDb, own: readonly string[]): Promise<readonly AgentKindOf[]> {
  const outside = await agentsWhere(db, "a.removed_at IS NULL AND a.kind = 'outside'");
  return [{ name: null, capabilities: own }, ...outside.map(({ name, capabilities }) => ({ name, capabilities }))];
}
