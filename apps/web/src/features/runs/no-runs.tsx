import { Button, EmptyState } from '@cw/ui';
import { Terminal } from '@cw/ui/icons';
import { useNavigate } from '@tanstack/react-router';
import { onlyProject } from '../../data/only-project.ts';
import type { RunsQuery } from './use-runs.ts';

/** Reads the runs before those that are shown. */
export function OlderRuns({ query }: { readonly query: RunsQuery }) {
  if (!query.hasNextPage) return null;
  return (
    <div className="p-3 text-center">
      <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Show older runs
      </Button>
    </div>
  );
}

/** Nothing to show: for there is nothing yet, or for what is asked for, among what was read. */
export function NoRuns({ query, limited }: { readonly query: RunsQuery; readonly limited: boolean }) {
  const navigate = useNavigate({ from: '/runs/' });
  if (limited) {
    return (
      <>
        <EmptyState
          icon={<Terminal />}
          title="No matching runs"
          action={
            <Button
              onClick={() =>
                void navigate({ to: '.', search: (previous) => ({ ...previous, show: undefined, agent: undefined }) })
              }
            >
              Show all runs
            </Button>
          }
        >
          {query.hasNextPage ? 'Only the newest runs were searched.' : 'The filters above match nothing.'}
        </EmptyState>
        <OlderRuns query={query} />
      </>
    );
  }
  return (
    <EmptyState
      icon={<Terminal />}
      title="No runs yet"
      action={<Button onClick={() => void navigate({ to: '/tasks', search: onlyProject })}>See the tasks</Button>}
    >
      A run is one attempt of an agent at a task. Assign a task and its run appears here.
    </EmptyState>
  );
}
