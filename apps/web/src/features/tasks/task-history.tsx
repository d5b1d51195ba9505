import { Button, PanelSection } from '@cw/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { trpc } from '../../shared/api.ts';
import { Timeline } from '../../shared/event-slice.tsx';
import { QueryView } from '../../shared/query-view.tsx';

const firstShown = 8;

/** Each change of the task, who made it, before and after; newest first. */
export function TaskHistory({ taskId }: { readonly taskId: string }) {
  const [all, setAll] = useState(false);
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
        {(list) => (
          <>
            <Timeline entity={taskId} entries={all ? list : list.slice(0, firstShown)} />
            {!all && list.length > firstShown && (
              <Button variant="quiet" size="small" className="self-start" onClick={() => setAll(true)}>
                Show {list.length - firstShown} older
              </Button>
            )}
          </>
        )}
      </QueryView>
    </PanelSection>
  );
}
