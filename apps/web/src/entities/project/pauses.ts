import { toast } from '@cw/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { refusalText, trpc } from '../../data/api.ts';
import type { PauseView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';

/** What is paused: the workspace first, then projects by name. */
export function usePauses(): readonly PauseView[] {
  return useQuery(trpc.dispatch.pauses.queryOptions()).data?.items ?? [];
}

/** Pauses the starting of agents and ends that, for the workspace (undefined) or a project by its id. */
export function usePausing(project: string | undefined) {
  const where = project === undefined ? {} : { project };
  const onError = (error: unknown) => toast({ state: 'failed', text: refusalText(error) ?? 'Something went wrong.' });
  const resume = useMutation(
    trpc.dispatch.resume.mutationOptions({ onSuccess: () => refresh('dispatch', 'system'), onError }),
  );
  const pause = useMutation(
    trpc.dispatch.pause.mutationOptions({
      onSuccess: ({ projectName, running, toStart }) => {
        refresh('dispatch', 'system');
        const held = toStart === 0 ? '' : `; ${toStart} ready ${toStart === 1 ? 'task waits' : 'tasks wait'}`;
        const goesOn = running === 0 ? '' : running === 1 ? '; the running agent continues' : `; ${running} continue`;
        toast({
          state: 'waiting',
          text: `No agent is started ${projectName === null ? '' : `in ${projectName} `}until you resume${held}${goesOn}`,
          action: { label: 'Resume', run: () => resume.mutate(where) },
        });
      },
      onError,
    }),
  );
  return {
    pause: () => pause.mutate(where),
    resume: () => resume.mutate(where),
    pending: pause.isPending || resume.isPending,
  };
}
