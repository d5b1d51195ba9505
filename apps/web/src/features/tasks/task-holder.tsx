import { PersonBadge, RoleBadge, shortId } from '@cw/ui';
import type { TaskRow } from '../../data/api-types.ts';

type Held = Pick<TaskRow, 'assignee' | 'lease' | 'dispatch'>;

function holderOf({ assignee, lease }: Held): { readonly name: string; readonly run: string | undefined } {
  const run = lease?.holder.startsWith('rn_') ? shortId(lease.holder).slice(3) : undefined;
  return { name: assignee ?? (run ? 'worker' : lease?.holder) ?? '', run };
}

/** Who a task is with, in words; empty where it is with nobody. */
export function sayHolder(task: Held): string {
  const { name, run = '' } = holderOf(task);
  return `${name} ${run}`.trim();
}

/** Who a task is with: the agent it is meant for or the run that works on it, else the person who took it. */
export function TaskHolder({ task }: { readonly task: Held }) {
  const { lease, dispatch } = task;
  const { name, run } = holderOf(task);
  if (name === '') return null;
  const isAgent = run !== undefined || dispatch !== 'manual' || Boolean(lease?.expiresAt);
  return (
    <>
      {isAgent ? <RoleBadge of="worker" /> : <PersonBadge name={name} />}
      <span className="truncate">{name}</span>
      {run && <span className="font-mono text-[11.5px] text-fg-3">{` ${run}`}</span>}
    </>
  );
}
