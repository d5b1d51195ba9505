import { PersonBadge, RoleBadge, shortId } from '@cw/ui';
import type { TaskRow } from '../../shared/api-types.ts';

/** Who a task is with: the agent it is meant for or the run that works on it, else the person who took it. */
export function TaskHolder({ task }: { readonly task: Pick<TaskRow, 'assignee' | 'lease' | 'dispatch'> }) {
  const { assignee, lease, dispatch } = task;
  const run = lease?.holder.startsWith('rn_') ? lease.holder : undefined;
  if (!assignee && !lease) return null;
  const name = assignee ?? (run ? 'worker' : lease?.holder) ?? '';
  const isAgent = run !== undefined || dispatch !== 'manual' || Boolean(lease?.expiresAt);
  return (
    <>
      {isAgent ? <RoleBadge of="worker" /> : <PersonBadge name={name} />}
      <span className="truncate">{name}</span>
      {run && <span className="font-mono text-[11.5px] text-fg-3">{shortId(run).slice(3)}</span>}
    </>
  );
}
