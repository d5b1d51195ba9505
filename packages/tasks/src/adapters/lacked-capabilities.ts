import type { ReadDb } from '@cw/storage';
import type { TaskHolder } from '../model/claim-rules.ts';

/**
 * What a task requires that its would-be holder is not registered to be capable of. People are asked for nothing, unless
 * they go by the name of an agent.
 */
export async function lackedCapabilities(
  db: ReadDb,
  taskN: number,
  { name, kind }: TaskHolder,
): Promise<readonly string[]> {
  const task = await db.get<{ requires: string | null }>('SELECT requires FROM task_bodies WHERE task_n = ?', [taskN]);
  const requires: readonly string[] = JSON.parse(task?.requires ?? '[]');
  if (requires.length === 0) return [];
  const agent = await db.get<{ capabilities: string }>(
    "SELECT capabilities FROM agent_view WHERE ? IN (name, 'session:' || name) AND kind = 'outside' AND removed_at IS NULL",
    [name],
  );
  if (agent === undefined && kind === 'person') return [];
  const has: readonly string[] = JSON.parse(agent?.capabilities ?? '[]');
  return requires.filter((word) => !has.includes(word));
}
