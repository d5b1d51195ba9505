import { toast } from '@cw/ui';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queryClient, refusalText, trpc } from '../../data/api.ts';
import type { TaskView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';

export type Outcome = 'done' | 'failed' | 'cancelled';

const done = { onSuccess: () => refresh('tasks', 'runs') };

const closedAs: Readonly<Record<Outcome, string>> = {
  done: 'Closed',
  failed: 'Closed as failed',
  cancelled: 'Cancelled',
};

/** What can be done with a task; what can be undone says so in a message. */
export function useTaskActions(task: TaskView) {
  const navigate = useNavigate();
  const assign = useMutation(trpc.tasks.assign.mutationOptions(done));
  const claim = useMutation(trpc.tasks.claim.mutationOptions(done));
  const release = useMutation(trpc.tasks.release.mutationOptions(done));
  const close = useMutation(trpc.tasks.close.mutationOptions(done));
  const reopen = useMutation(trpc.tasks.reopen.mutationOptions(done));
  const update = useMutation(trpc.tasks.update.mutationOptions(done));
  const remove = useMutation(trpc.tasks.delete.mutationOptions(done));
  const restore = useMutation(trpc.tasks.restore.mutationOptions(done));
  const all = [assign, claim, release, close, reopen, update, remove];
  const named = `“${task.title}”`;
  /** Forgets what was refused before, so that one refusal is told at a time. */
  const anew = () => {
    for (const each of all) each.reset();
  };
  const { id } = task;
  return {
    error: refusalText(all.find((each) => each.error)?.error),
    /** The close that was refused, which can be insisted on. */
    refusedClose: close.error ? close.variables : undefined,
    pending: all.some((each) => each.isPending),
    assign: () => {
      anew();
      assign.mutate({ ids: [id] }, { onSuccess: () => toast({ state: 'ready', text: `Assigned ${named}` }) });
    },
    claim: () => {
      anew();
      claim.mutate({ id }, { onSuccess: () => undoable(`You hold ${named}`, () => release.mutate({ id })) });
    },
    release: () => {
      anew();
      release.mutate({ id });
    },
    reopen: () => {
      anew();
      reopen.mutate({ id });
    },
    block: (reason: string) => {
      anew();
      update.mutate({ id, status: 'blocked', reason });
    },
    unblock: () => {
      anew();
      update.mutate({ id, status: 'open' });
    },
    close: (outcome: Outcome, reason?: string, force?: boolean) => {
      anew();
      close.mutate(
        { id, outcome, reason, force },
        {
          onSuccess: () =>
            toast({
              state: outcome,
              text: `${closedAs[outcome]} ${named}`,
              action: { label: 'Undo', run: () => reopen.mutate({ id }) },
            }),
        },
      );
    },
    remove: (cascade: boolean) => {
      anew();
      remove.mutate(
        { id, cascade },
        {
          onSuccess: (page) => {
            queryClient.removeQueries({ queryKey: trpc.tasks.show.queryKey({ id }) });
            const more = page.total - 1;
            const text = `${named}${more > 0 ? ` and ${more} below it` : ''} is in the trash`;
            undoable(text, () => restore.mutate({ id }));
            void navigate({ to: '/tasks', search: true });
          },
        },
      );
    },
  };
}

function undoable(text: string, run: () => void): void {
  toast({ text, action: { label: 'Undo', run } });
}
