import { toast } from '@cw/ui';
import { useMutation } from '@tanstack/react-query';
import { type api, queryClient, trpc } from '../../data/api.ts';
import type { TaskView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';
import { chosenFields } from './detail-rows.ts';

export type TaskUpdate = Omit<Parameters<typeof api.tasks.update.mutate>[0], 'id' | 'revision'>;

/** Fields whose outcome is certain: they are shown before the server has answered. */
const certain: ReadonlySet<string> = new Set(['priority', 'labels', 'type', ...chosenFields]);

function expected(task: TaskView, change: TaskUpdate): TaskView {
  const changed = Object.entries(change).filter(([field, value]) => certain.has(field) && value !== undefined);
  return { ...task, ...Object.fromEntries(changed) };
}

/** Changes fields of a task; the answer is shown at once, the lists follow, and a refusal puts back what was there. */
export function useTaskUpdate() {
  return useMutation(
    trpc.tasks.update.mutationOptions({
      onMutate: async ({ id, ...change }) => {
        const key = trpc.tasks.show.queryKey({ id });
        const before = queryClient.getQueryData(key);
        if (before) queryClient.setQueryData(key, expected(before, change));
        return { before };
      },
      onError: (_error, { id }, kept) => {
        if (kept?.before) queryClient.setQueryData(trpc.tasks.show.queryKey({ id }), kept.before);
        refresh('tasks');
      },
      onSuccess: (task) => {
        queryClient.setQueryData(trpc.tasks.show.queryKey({ id: task.id }), task);
        refresh('tasks');
      },
    }),
  );
}

type Choice = {
  readonly change: TaskUpdate;
  /** The same fields as they were. */
  readonly before: TaskUpdate;
  /** What is now so, for the message with its undo. */
  readonly said: string;
};

/** Changes a field by one choice, with the way back in a message. */
export function useTaskChoice(task: TaskView) {
  const update = useTaskUpdate();
  const choose = ({ change, before, said }: Choice) =>
    update.mutate(
      { id: task.id, ...change },
      {
        onSuccess: () =>
          toast({
            state: 'done',
            text: said,
            action: { label: 'Undo', run: () => update.mutate({ id: task.id, ...before }) },
          }),
      },
    );
  return { choose, error: update.error };
}
