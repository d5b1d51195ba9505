import { cx, StateIcon, Tooltip } from '@cw/ui';
import { CircleDollarSign, Radio, WifiOff } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '../data/api.ts';
import type { SystemStatus } from '../data/api-types.ts';
import { useCell } from '../data/cell.ts';
import { live } from '../data/live.ts';
import { onlyProject } from '../data/only-project.ts';
import { formatMoney, plural } from '../entities/text/format.ts';

const words = { live: 'Live', connecting: 'Connecting', lost: 'Not live' } as const;

/** Who is at work, and who is not and should be. There is room for two of these: a title says all of it. */
function AgentsNow({ agents: { working, waiting, stalled } }: { readonly agents: SystemStatus['agents'] }) {
  const others = [waiting > 0 && `${waiting} waiting`, stalled > 0 && `${stalled} stalled`].filter(
    (word) => word !== false,
  );
  const all = [`${plural(working, 'agent')} working`, ...others].join(', ');
  return (
    <span className="truncate" title={all}>
      {others.length === 0 ? all : [`${working} working`, ...others].join(', ')}
    </span>
  );
}

function Connection() {
  const state = useCell(live);
  const Icon = state.status === 'lost' ? WifiOff : Radio;
  return (
    <div className="flex h-6 items-center gap-2">
      <Link
        to="/health"
        search={onlyProject}
        aria-label={`${words[state.status]}: open Health`}
        className="-ml-2 flex h-6 items-center gap-2 rounded-control px-2 hover:bg-hover hover:text-fg"
      >
        <Icon
          aria-hidden="true"
          size={14}
          className={cx(
            'shrink-0',
            state.status === 'live' ? 'text-st-ready' : state.status === 'lost' ? 'text-st-needs' : 'text-fg-mute',
          )}
        />
        <span role="status">{words[state.status]}</span>
      </Link>
      {state.seq !== undefined && (
        <span className="ml-auto text-meta text-fg-3 tabular-nums" aria-hidden="true">
          event {state.seq.toLocaleString('en-US')}
        </span>
      )}
    </div>
  );
}

/** How things stand: the connection, who is at work, and what today has cost. */
export function SidebarFoot() {
  const { data } = useQuery(trpc.system.status.queryOptions());
  return (
    <div className="flex shrink-0 flex-col gap-0.5 border-t border-line px-4 py-2.5 text-small text-fg-2">
      <Connection />
      <Link
        to="/agents"
        search={onlyProject}
        className="-mx-2 flex h-6 items-center gap-2 rounded-control px-2 hover:bg-hover hover:text-fg"
      >
        <StateIcon state={data?.agents.working ? 'in-progress' : 'open'} bare />
        {data && <AgentsNow agents={data.agents} />}
        {data && (
          <span
            className="ml-auto shrink-0 text-meta text-fg-3 tabular-nums"
            title="Runs in progress, out of the limit"
          >
            {data.running} of {data.maxConcurrent}
          </span>
        )}
      </Link>
      {data && !data.dispatching.me && (
        <Tooltip text={`Agents are started by ${data.dispatching.holder ?? 'another server'}.`} side="right">
          <button type="button" className="flex h-6 items-center gap-2 text-left">
            <StateIcon state="waiting" bare />
            Not dispatching here
          </button>
        </Tooltip>
      )}
      <div className="flex h-6 items-center gap-2">
        <CircleDollarSign aria-hidden="true" size={14} className="shrink-0 text-fg-mute" />
        Today
        {data && <span className="ml-auto font-medium text-fg tabular-nums">{formatMoney(data.todayCostUsd)}</span>}
      </div>
    </div>
  );
}
