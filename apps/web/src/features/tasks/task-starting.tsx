import { Button } from '@cw/ui';
import { Check } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { refusalText, trpc } from '../../data/api.ts';
import type { TaskView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';
import { withLocalTimes } from '../../entities/text/local-times.ts';
import { PropertyError } from './task-property.tsx';

const box = 'mt-3 rounded-card border border-line bg-sunken px-3 py-2';

/** Why no agent has begun with a task that is theirs and ready; nothing where one is about to. */
export function TaskNotStarted({ task }: { readonly task: TaskView }) {
  const isTheirs = task.ready && task.dispatch !== 'manual' && task.lease === null;
  const { data } = useQuery({ ...trpc.dispatch.waiting.queryOptions({ taskId: task.id }), enabled: isTheirs });
  if (!isTheirs || !data || data.items.length === 0) return null;
  return (
    <section aria-label="Why it is not started" className={box}>
      <p className="text-small font-medium text-fg-2">No agent has started yet:</p>
      <ul className="mt-0.5 list-disc pl-4">
        {data.items.map(({ message, hint }) => (
          <li key={message} className="wrap-anywhere">
            {withLocalTimes(hint === undefined ? message : `${message}. ${hint}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What came of a gate, to be approved before others build on it. */
export function GateApproval({ task }: { readonly task: TaskView }) {
  const approve = useMutation(trpc.tasks.approveGate.mutationOptions({ onSuccess: () => refresh('tasks') }));
  if (!task.gate || task.status !== 'closed' || task.gateApprovedAt !== null) return null;
  return (
    <section aria-label="Approval" className={box}>
      <p>Its dependents wait until you approve its result. Reopen it if the result is not right yet.</p>
      <div className="mt-2">
        <Button
          variant="primary"
          className="max-md:h-11"
          icon={<Check aria-hidden="true" size={14} />}
          disabled={approve.isPending}
          onClick={() => approve.mutate({ id: task.id })}
        >
          Approve
        </Button>
        <PropertyError error={refusalText(approve.error)} />
      </div>
    </section>
  );
}
