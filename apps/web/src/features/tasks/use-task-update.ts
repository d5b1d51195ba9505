import { useMutation } from '@tanstack/react-query';
import { queryClient, trpc } from '../../shared/api.ts';
import { refresh } from '../../shared/refresh.ts';

/** Changes fields of a task; the answer is shown at once, the lists follow. */
export function useTaskUpdate() {
  return useMutation(
    trpc.tasks.update.mutationOptions({
      onSuccess: (task) => {
        queryClient.setQueryData(trpc.tasks.show.queryKey({ id: task.id }), task);
        refresh('tasks');
      },
    }),
  );
}
