import { Button } from '@cw/ui';
import { Check } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { refusalText, trpc } from '../../data/api.ts';
import type { TaskView, WaitItem } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { refresh } from '../../data/refresh.ts';
import { withLocalTimes } from '../../entities/text/local-times.ts';
import { PropertyError } from './task-property.tsx';

const box = 'mt-3 rounded-card border border-line bg-sunken px-3 py-2';

/** Why no agent has begun with a task that is theirs and ready, and what a task waits for in the end. */
export function TaskNotStarted({ task }: { readonly task: TaskView }) {
  const isTheirs = task.ready && task.dispatch !== 'manual' && task.lease === null;
  const asks = isTheirs || (task.status === 'open' && !task.ready);
  const { data } = useQuery({ ...trpc.dispatch.waiting.queryOptions({ taskId: task.id }), enabled: asks });
  if (!asks || !data || data.items.length === 0) return null;
  return (
    <section aria-label="Why it is not started" className={box}>
      <p className="text-small font-medium text-fg-2">{isTheirs ? 'No agent has started yet:' : 'Not started yet:'}</p>
      <ul className="mt-0.5 list-disc pl-4">
        {data.items.map((item) => (
          <li key={item.message} className="wrap-anywhere">
            {withLocalTimes(item.hint === undefined ? item.message : `${item.message}. ${item.hint}`)}
            {item.rootCause && <RootCauseAction {...item.rootCause} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

type RootCause = NonNullable<WaitItem['rootCause']>;

/** What can be done about the task at the end of a wait, at once or where it is decided. */
function RootCauseAction({ end, itemId }: RootCause) {
  const approve = useMutation(trpc.tasks.approveGate.mutationOptions({ onSuccess: () => refresh('tasks') }));
  const link = 'ml-2 text-accent-fg hover:underline';
  return (
    <>
      {end.why === 'gate' && (
        <Button
          size="small"
          className="ml-2"
          disabled={approve.isPending}
          onClick={() => approve.mutate({ id: end.id })}
        >
          Approve
        </Button>
      )}
      {itemId !== null && end.why !== 'gate' && (
        <Link to="/inbox/$itemId" params={{ itemId }} search={onlyProject} className={link}>
          Answer
        </Link>
      )}
      <Link to="/tasks/$taskId" params={{ taskId: end.id }} search={true} className={link}>
        Open
      </Link>
      <PropertyError error={refusalText(approve.error)} />
    </>
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
