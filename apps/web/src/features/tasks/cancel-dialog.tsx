import { Checkbox, Field, FormDialog, Textarea, toast } from '@cw/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, refusalText, trpc } from '../../data/api.ts';
import type { Cancelled, TaskView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';
import { othersWords } from '../../entities/task/others-words.ts';
import { plural } from '../../entities/text/format.ts';

const mostListed = 8;

function undo({ items }: Cancelled): void {
  // What others depend on comes last in the list, and is opened first.
  const reopening = items
    .toReversed()
    .reduce(
      (before, { id }) => before.then(() => api.tasks.reopen.mutate({ id })),
      Promise.resolve() as Promise<unknown>,
    );
  reopening
    .catch((error: unknown) => toast({ state: 'failed', text: refusalText(error) ?? 'Something went wrong.' }))
    .finally(() => refresh('tasks'));
}

/** The tasks that would go with it, by title; those with an agent at work say so. */
function Others({ items }: { readonly items: Cancelled['items'] }) {
  return (
    <ul aria-label="Depends on it" className="list-disc pl-5 text-fg-2 marker:text-fg-mute">
      {items.slice(0, mostListed).map(({ id, title, stoppedRun }) => (
        <li key={id} className="wrap-anywhere">
          {title}
          {stoppedRun !== null && <span className="text-fg-3"> (its agent is ended)</span>}
        </li>
      ))}
      {items.length > mostListed && <li>and {items.length - mostListed} more</li>}
    </ul>
  );
}

type CancelDialogProps = { readonly task: TaskView; readonly onClose: () => void };

/** Asks before a task is cancelled, and whether what depends on it goes with it. */
export function CancelDialog({ task, onClose }: CancelDialogProps) {
  const [reason, setReason] = useState('');
  const [all, setAll] = useState(false);
  const look = useMutation(trpc.dispatch.cancel.mutationOptions());
  const cancel = useMutation(
    trpc.dispatch.cancel.mutationOptions({
      onSuccess: (done) => {
        const more = done.items.length - 1;
        toast({
          state: 'cancelled',
          text: `Cancelled “${task.title}”${more > 0 ? ` and ${plural(more, 'task')} that depended on it` : ''}${othersWords(done.consequences)}`,
          action: { label: 'Undo', run: () => undo(done) },
        });
        refresh('tasks', 'runs', 'dispatch');
        onClose();
      },
    }),
  );
  const { mutate } = look;
  useEffect(() => mutate({ task: task.id, dependents: true, dryRun: true }), [mutate, task.id]);
  const [own, ...others] = look.data?.items ?? [];
  return (
    <FormDialog
      onClose={onClose}
      title="Cancel this task?"
      description={`It is closed as cancelled.${own?.stoppedRun ? ' Its agent is ended.' : ''} Its branch, runs and history are kept, and it can be reopened.`}
      width="small"
      keep="Keep"
      variant="outline"
      action={all ? `Cancel ${others.length + 1} tasks` : 'Cancel the task'}
      ready={!cancel.isPending}
      error={refusalText(cancel.error)}
      onSubmit={() =>
        cancel.mutate({ task: task.id, dependents: all, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) })
      }
    >
      {others.length > 0 && (
        <>
          <Checkbox checked={all} onChange={setAll}>
            {others.length === 1
              ? 'Also the task that depends on it'
              : `Also the ${others.length} tasks that depend on it`}
          </Checkbox>
          <Others items={others} />
        </>
      )}
      <Field label="Reason" aside="optional">
        {(ids) => (
          <Textarea {...ids} autoFocus short value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
    </FormDialog>
  );
}
