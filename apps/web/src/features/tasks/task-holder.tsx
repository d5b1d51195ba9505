import { PersonBadge, RoleBadge } from '@cw/ui';
import type { TaskRow } from '../../data/api-types.ts';
import { isRun, useAgentName } from '../../entities/agent/agent-name.ts';

type Held = Pick<TaskRow, 'assignee' | 'lease' | 'dispatch'>;

/** Who a task is with: the agent that works on it or that it is meant for, else the person who took it. */
export function useHolder({ assignee, lease }: Held): { readonly name: string; readonly role: string } {
  const agent = useAgentName(lease?.holder);
  if (agent) return agent;
  const holder = isRun(lease?.holder) ? undefined : lease?.holder;
  return { name: holder ?? assignee ?? (lease ? 'worker' : ''), role: 'worker' };
}

export function TaskHolder({ task }: { readonly task: Held }) {
  const { lease, dispatch } = task;
  const { name, role } = useHolder(task);
  if (name === '') return null;
  const isAgent = isRun(lease?.holder) || dispatch !== 'manual' || Boolean(lease?.expiresAt);
  return (
    <>
      {isAgent ? <RoleBadge of={role} /> : <PersonBadge name={name} />}
      <span className="truncate">{name}</span>
    </>
  );
}
