import { PanelSection } from '@cw/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { trpc } from '../../data/api.ts';
import { QueryView } from '../../data/query-view.tsx';
import { Timeline } from '../../entities/event/event-slice.tsx';

/** Each change of the task, who made it, before and after; newest first. */
export function TaskHistory({ taskId }: { readonly taskId: string }) {
  const query = useQuery(trpc.tasks.history.queryOptions({ id: taskId }));
  const items = query.data?.items;
  const entries = useMemo(() => items?.toReversed().map((entry) => ({ ...entry, entity: taskId })), [items, taskId]);
  return (
    <PanelSection
      title="History"
      aside={
        <Link
          to="/activity"
          search={(previous) => ({ project: previous.project, entity: taskId })}
          className="rounded-key px-1 hover:text-fg hover:underline"
        >
          Show in activity
        </Link>
      }
    >
      <QueryView query={{ ...query, data: entries }} what="The history" pending={null}>
        {(list) => <Timeline entity={taskId} entries={list} />}
      </QueryView>
    </PanelSection>
  );
}
