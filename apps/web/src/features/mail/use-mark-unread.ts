import { toast } from '@cw/ui';
import { useMutation } from '@tanstack/react-query';
import { refusalText, trpc } from '../../data/api.ts';
import { refresh } from '../../data/refresh.ts';

/** Notes that the newest message to a person in a thread is still to be read. */
export function useMarkUnread(): (threadId: string) => void {
  const { mutate } = useMutation(
    trpc.messages.markUnread.mutationOptions({
      onSuccess: () => refresh('messages'),
      onError: (error) => toast({ state: 'failed', text: refusalText(error) ?? 'Something went wrong.' }),
    }),
  );
  return (id) => mutate({ id });
}
