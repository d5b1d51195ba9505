import { Button, PanelSection, StateIcon } from '@cw/ui';
import { Check } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { refusalText, trpc } from '../../data/api.ts';
import type { ProposalView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';
import { Markdown } from '../../entities/text/markdown.tsx';

const done = { onSuccess: () => refresh('tasks') };

function Decided({ proposal }: { readonly proposal: ProposalView }) {
  return (
    <p className="flex items-center gap-2 text-small text-fg-2">
      <StateIcon state={proposal.state === 'accepted' ? 'done' : 'cancelled'} bare />
      {proposal.state === 'accepted' ? 'Accepted' : 'Declined'}
      {proposal.acceptedTaskId && (
        <Link
          to="/tasks/$taskId"
          params={{ taskId: proposal.acceptedTaskId }}
          search={true}
          className="text-accent-fg hover:underline"
        >
          Open the task
        </Link>
      )}
    </p>
  );
}

function Proposal({ proposal }: { readonly proposal: ProposalView }) {
  const accept = useMutation(trpc.tasks.acceptProposal.mutationOptions(done));
  const decline = useMutation(trpc.tasks.declineProposal.mutationOptions(done));
  const error = accept.error ?? decline.error;
  const pending = accept.isPending || decline.isPending;
  return (
    <li className="flex flex-col gap-1.5 border-l-2 border-accent pl-3">
      <span className="font-medium wrap-anywhere">{proposal.title}</span>
      {proposal.description && <Markdown text={proposal.description} />}
      {proposal.state === 'waiting' ? (
        <span className="flex gap-2">
          <Button
            size="small"
            icon={<Check aria-hidden="true" size={13} />}
            disabled={pending}
            onClick={() => accept.mutate({ id: proposal.id })}
          >
            Accept
          </Button>
          <Button variant="quiet" size="small" disabled={pending} onClick={() => decline.mutate({ id: proposal.id })}>
            Decline
          </Button>
        </span>
      ) : (
        <Decided proposal={proposal} />
      )}
      {error && (
        <p role="alert" className="text-small text-danger-fg">
          {refusalText(error)}
        </p>
      )}
    </li>
  );
}

/** Follow-ups an agent proposed; each becomes a task only when a person accepts it. */
export function TaskProposals({ taskId }: { readonly taskId: string }) {
  const { data } = useQuery(trpc.tasks.proposals.queryOptions({ taskId }));
  if (!data || data.items.length === 0) return null;
  const waiting = data.items.filter((proposal) => proposal.state === 'waiting').length;
  return (
    <PanelSection title="Proposed follow-ups" aside={waiting > 0 ? `${waiting} waiting` : null}>
      <ul className="flex flex-col gap-4">
        {data.items.map((proposal) => (
          <Proposal key={proposal.id} proposal={proposal} />
        ))}
      </ul>
    </PanelSection>
  );
}
