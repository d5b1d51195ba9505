import { Button, Select, toast } from '@cw/ui';
import { CirclePause, Play, X } from '@cw/ui/icons';
import { useMutation } from '@tanstack/react-query';
import { refusalText, trpc } from '../../data/api.ts';
import type { MergeRequestView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';

const priorities = (['P0', 'P1', 'P2', 'P3'] as const).map((value) => ({ value, label: value }));

/** What can be done with a merge that waits in the queue: withdraw it, hold or release it, say how soon its turn comes. */
export function WaitingMerge({ merge }: { readonly merge: MergeRequestView }) {
  const onSuccess = () => refresh('merges', 'tasks', 'dispatch');
  const cancel = useMutation(
    trpc.merges.cancel.mutationOptions({
      onSuccess: () => {
        toast({ state: 'cancelled', text: `“${merge.taskTitle}” is withdrawn; its branch is kept` });
        refresh('merges', 'tasks', 'inbox');
      },
    }),
  );
  const hold = useMutation(trpc.merges.hold.mutationOptions({ onSuccess }));
  const release = useMutation(trpc.merges.release.mutationOptions({ onSuccess }));
  const prioritize = useMutation(trpc.merges.prioritize.mutationOptions({ onSuccess }));
  const all = [cancel, hold, release, prioritize];
  const pending = all.some(({ isPending }) => isPending);
  const error = all.find((each) => each.error)?.error;
  const { id } = merge;
  const held = merge.state === 'held';
  return (
    <>
      <Button
        className="max-md:h-11"
        icon={held ? <Play aria-hidden="true" size={13} /> : <CirclePause aria-hidden="true" size={13} />}
        disabled={pending}
        onClick={() => (held ? release.mutate({ id }) : hold.mutate({ id }))}
      >
        {held ? 'Release' : 'Hold'}
      </Button>
      <Button
        className="max-md:h-11"
        icon={<X aria-hidden="true" size={13} />}
        disabled={pending}
        onClick={() => cancel.mutate({ id })}
      >
        Withdraw
      </Button>
      <Select
        aria-label="Priority in the queue"
        className="w-20"
        options={priorities}
        value={merge.priority}
        disabled={pending}
        onChange={({ target }) => {
          const priority = priorities.find(({ value }) => value === target.value)?.value;
          if (priority !== undefined) prioritize.mutate({ id, priority });
        }}
      />
      {error && (
        <p role="alert" className="w-full text-small text-danger-fg">
          {refusalText(error)}
        </p>
      )}
    </>
  );
}
