import { cx, RelativeTime, RoleBadge, StateIcon } from '@cw/ui';
import { Link } from '@tanstack/react-router';
import type { AgentView } from '../../data/api-types.ts';
import { agentShown } from '../../entities/agent/agent-state.ts';
import { Estimate } from '../../entities/run/estimate.tsx';
import { stepWords } from '../../entities/run/step-words.ts';
import { modelName } from '../../entities/text/format.ts';
import { withLocalTimes } from '../../entities/text/local-times.ts';

/** What an agent does, or what there is to know of one that does nothing. */
function Doing({ agent }: { readonly agent: AgentView }) {
  if (agent.task === null) return <span className="text-fg-3">{agent.capabilities.join(', ')}</span>;
  return (
    <>
      {agent.task.title}
      {agent.run && agent.state === 'working' && (
        <span className="ml-2 text-small text-fg-3">{stepWords(agent.run.step)}</span>
      )}
      {agent.reason && <span className="ml-2 text-small text-fg-3">{withLocalTimes(agent.reason)}</span>}
    </>
  );
}

type AgentLineProps = {
  readonly agent: AgentView;
  readonly active: boolean;
};

/** One agent: who, in which state, at what, where, with what, at what cost, since when. */
export function AgentLine({ agent, active }: AgentLineProps) {
  const shown = agentShown(agent.state);
  const place = agent.project ?? agent.onlyProject;
  return (
    <li id={agent.id}>
      <Link
        to="/agents/$agentId"
        params={{ agentId: agent.id }}
        search={true}
        className={cx(
          'flex min-h-8 flex-wrap items-center gap-x-2.5 border-l-2 py-1 pr-4 pl-3.5 outline-offset-[-2px] max-md:min-h-11 md:flex-nowrap',
          active ? 'border-accent bg-selected' : 'border-transparent hover:bg-hover',
        )}
      >
        <RoleBadge of={agent.role} />
        <span className="w-28 truncate font-medium max-md:w-auto max-md:min-w-0 max-md:flex-1">{agent.name}</span>
        <span className="flex w-22 shrink-0 items-center gap-1.5 text-small whitespace-nowrap">
          <StateIcon state={shown.state} bare />
          {shown.name}
        </span>
        <span className="min-w-0 flex-1 truncate max-md:order-last max-md:basis-full max-md:pl-7 max-md:empty:hidden">
          <Doing agent={agent} />
        </span>
        <span className="hidden w-28 shrink-0 truncate text-small text-fg-2 @4xl:inline">{place?.name}</span>
        <span
          className="hidden w-20 shrink-0 truncate text-small text-fg-2 @5xl:inline"
          title={agent.run?.model ?? undefined}
        >
          {modelName(agent.run?.model ?? agent.provider)}
        </span>
        <span className="w-14 shrink-0 text-right text-small font-medium tabular-nums">
          {agent.run?.costUsd != null && <Estimate estimated={agent.run.estimated} usd={agent.run.costUsd} />}
        </span>
        <RelativeTime at={agent.since} className="w-8 shrink-0 text-right text-small text-fg-3" />
      </Link>
    </li>
  );
}
