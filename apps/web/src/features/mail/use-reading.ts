import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { trpc } from '../../data/api.ts';
import type { ThreadView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';

/** Notes that what there is for a person in a thread has been read, as soon as somebody looks at the page. */
export function useReading(thread: ThreadView | undefined): void {
  const { mutate } = useMutation(
    trpc.messages.readThread.mutationOptions({ onSuccess: ({ read }) => read > 0 && refresh('messages') }),
  );
  const last = thread?.messages.findLast(({ recipient, readAt }) => recipient.kind === 'person' && readAt === null)?.id;
  useEffect(() => {
    if (last === undefined) return;
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      mutate({ id: last });
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => document.removeEventListener('visibilitychange', look);
  }, [last, mutate]);
}
