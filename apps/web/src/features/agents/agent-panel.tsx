import {
  Button,
  ConfirmDialog,
  ContextGauge,
  PanelSection,
  PropertyRow,
  RelativeTime,
  StateIcon,
  StatePill,
  shortId,
  toast,
} from '@cw/ui';
import { Trash2 } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { AgentSheet } from '../../data/api-types.ts';
import { detailsOf } from '../../data/details.ts';
import { onlyProject } from '../../data/only-project.ts';
import { refresh } from '../../data/refresh.ts';
import { agentShown } from '../../entities/agent/agent-state.ts';
import { EventSlice } from '../../entities/event/event-slice.tsx';
import { Estimate } from '../../entities/run/estimate.tsx';
import { runShown } from '../../entities/run/run-state.ts';
import { formatMoney, modelName, plural } from '../../entities/text/format.ts';
import { withLocalTimes } from '../../entities/text/local-times.ts';
import { DetailPanel } from '../../frame/detail-panel.tsx';
import { AgentMessages } from './agent-messages.tsx';

function RemoveAgent({ agent }: { readonly agent: AgentSheet }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useMutation(
    trpc.agents.remove.mutationOptions({
      onSuccess: () => {
        toast({ state: 'cancelled', text: `Removed ${agent.name}` });
        refresh('agents');
        void navigate({ to: '/agents', search: true });
      },
    }),
  );
  if (agent.removedAt !== null || agent.state === 'working' || agent.state === 'stalled') return null;
  return (
    <div className="mt-8 border-t border-line pt-4">
      <Button
        variant="danger"
        className="max-md:h-11"
        icon={<Trash2 aria-hidden="true" size={13} />}
        onClick={() => setAsking(true)}
      >
        Remove agent
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${agent.name}?`}
        action="Remove agent"
        pending={remove.isPending}
        error={refusalText(remove.error)}
        onConfirm={() => remove.mutate({ agent: agent.id })}
      >
        It leaves the list; its runs and what it did stay in the history.
        {agent.kind === 'own' && ' cw starts another one when there is work.'}
      </ConfirmDialog>
    </div>
  );
}

function Now({ agent }: { readonly agent: AgentSheet }) {
  const { task, run } = agent;
  if (task === null) return null;
  return (
    <PanelSection title={agent.state === 'waiting' || agent.state === 'on-hold' ? 'Waits with' : 'Works at'}>
      <Link
        to="/tasks/$taskId"
        params={{ taskId: task.id }}
        search={onlyProject}
        className="touch-area font-medium wrap-anywhere text-accent-fg hover:underline"
      >
        {task.title}
      </Link>
      {agent.reason && <p className="text-fg-2 wrap-anywhere">{withLocalTimes(agent.reason)}</p>}
      {run && (
        <dl className="flex flex-col">
          <PropertyRow name="Run" touch>
            <Link
              to="/runs/$runId"
              params={{ runId: run.id }}
              search={onlyProject}
              className="touch-area font-mono text-[11.5px] text-accent-fg hover:underline"
            >
              {shortId(run.id)}
            </Link>
            {run.costUsd !== null && (
              <span className="font-medium tabular-nums">
                <Estimate estimated={run.estimated} usd={run.costUsd} />
              </span>
            )}
          </PropertyRow>
          {(run.model || run.accountName) && (
            <PropertyRow name="With">
              <span title={run.model ?? undefined}>
                {[run.model && modelName(run.model), run.accountName].filter(Boolean).join(', ')}
              </span>
            </PropertyRow>
          )}
          {run.worktree && (
            <PropertyRow name="Worktree">
              <code className="wrap-anywhere">{run.worktree}</code>
            </PropertyRow>
          )}
        </dl>
      )}
      {run?.contextFill != null && <ContextGauge fill={run.contextFill} />}
    </PanelSection>
  );
}

function LastRuns({ agent }: { readonly agent: AgentSheet }) {
  const { runs, totals } = agent;
  if (runs.length === 0) return null;
  return (
    <PanelSection
      title="Runs"
      aside={`${plural(totals.runs, 'run')}, ${totals.done} done, ${formatMoney(totals.costUsd)}`}
    >
      <ul className="-mx-2 flex flex-col">
        {runs.map((run) => (
          <li key={run.id}>
            <Link
              to="/runs/$runId"
              params={{ runId: run.id }}
              search={onlyProject}
              className="flex h-7 items-center gap-2 rounded-key px-2 text-small hover:bg-hover max-md:h-11"
            >
              <StateIcon state={runShown(run).state} />
              <span className="min-w-0 flex-1 truncate">{run.taskTitle}</span>
              {run.costUsd !== null && (
                <span className="font-medium tabular-nums">
                  <Estimate estimated={run.estimated} usd={run.costUsd} />
                </span>
              )}
              <RelativeTime at={run.endedAt ?? run.createdAt} className="w-8 text-right text-fg-3" />
            </Link>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

function AgentBody({ agent }: { readonly agent: AgentSheet }) {
  const shown = agentShown(agent.state);
  return (
    <div className="fade-in">
      <h2 className="text-panel font-semibold wrap-anywhere">{agent.name}</h2>
      <div className="mt-2 flex items-center gap-2 text-small text-fg-3">
        <StatePill state={shown.state}>{shown.name}</StatePill>
        since
        <RelativeTime at={agent.since} />
      </div>
      <Now agent={agent} />
      <dl className="mt-4 flex flex-col">
        <PropertyRow name="Kind">{agent.kind === 'own' ? 'Started by cw' : 'Works by itself'}</PropertyRow>
        <PropertyRow name="Role">{agent.role}</PropertyRow>
        <PropertyRow name="Provider">{agent.provider}</PropertyRow>
        <PropertyRow name="Capabilities">
          {agent.capabilities.length === 0 ? 'Nothing in particular' : agent.capabilities.join(', ')}
        </PropertyRow>
        <PropertyRow name="Project">{agent.onlyProject?.name ?? 'Any project'}</PropertyRow>
        {agent.heardAt && (
          <PropertyRow name="Last heard from">
            <RelativeTime at={agent.heardAt} />
          </PropertyRow>
        )}
        <PropertyRow name="Registered">
          <RelativeTime at={agent.registeredAt} />
        </PropertyRow>
        {agent.removedAt && (
          <PropertyRow name="Removed">
            <RelativeTime at={agent.removedAt} />
          </PropertyRow>
        )}
      </dl>
      <LastRuns agent={agent} />
      <AgentMessages agent={agent} />
      <EventSlice entity={agent.id} title="Activity" />
      <RemoveAgent agent={agent} />
    </div>
  );
}

/** One agent, what it does now and what it did. */
export function AgentPanel({ agentId }: { readonly agentId: string }) {
  const navigate = useNavigate();
  const query = useQuery(detailsOf.agent(agentId));
  return (
    <DetailPanel what="agent" id={agentId} query={query} onClose={() => void navigate({ to: '/agents', search: true })}>
      {(agent) => <AgentBody agent={agent} />}
    </DetailPanel>
  );
}
