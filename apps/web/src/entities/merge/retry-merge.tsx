import { Button, toast } from '@cw/ui';
import { RotateCcw } from '@cw/ui/icons';
import { useMutation } from '@tanstack/react-query';
import { refusalText, trpc } from '../../data/api.ts';
import type { MergeRequestView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';

/** Puts a merge that failed into the queue again; a refusal is told right here. */
export function RetryMerge({ merge, leads }: { readonly merge: MergeRequestView; readonly leads?: boolean }) {
  const retry = useMutation(
    trpc.merges.retry.mutationOptions({
      onSuccess: () => {
        toast({ state: 'waiting', text: `“${merge.taskTitle}” is in the queue again` });
        refresh('merges', 'tasks');
      },
    }),
  );
  return (
    <>
      <Button
        variant={leads ? 'primary' : 'outline'}
        className="max-md:h-11"
        icon={<RotateCcw aria-hidden="true" size={13} />}
        disabled={retry.isPending}
        onClick={() => retry.mutate({ id: merge.id })}
      >
        Merge it again
      </Button>
      {retry.error && (
        <p role="alert" className="w-full text-small text-danger-fg">
          {refusalText(retry.error)}
        </p>
      )}
    </>
  );
}
