import { Button, EmptyState, SkeletonRows } from '@cw/ui';
import { Activity as ActivityIcon } from '@cw/ui/icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { onlyProject } from '../../data/only-project.ts';
import { QueryView } from '../../data/query-view.tsx';
import { useActorName } from '../../entities/event/actor-name.tsx';
import { TopBar } from '../../frame/top-bar.tsx';
import { ActivityFilterBar } from './activity-filter-bar.tsx';
import { ActivityList } from './activity-list.tsx';
import { type ActivitySearch, readActivitySearch } from './activity-search.ts';
import { useActivity } from './use-activity.ts';

function useOpenEntity(): (entity: string) => void {
  const navigate = useNavigate();
  return (entity) => {
    if (entity.startsWith('tk_'))
      void navigate({ to: '/tasks/$taskId', params: { taskId: entity }, search: onlyProject });
    if (entity.startsWith('rn_')) void navigate({ to: '/runs/$runId', params: { runId: entity }, search: onlyProject });
    if (entity.startsWith('mr_'))
      void navigate({ to: '/merges/$mergeId', params: { mergeId: entity }, search: onlyProject });
    if (entity.startsWith('pr_'))
      void navigate({ to: '/projects/$projectId', params: { projectId: entity }, search: onlyProject });
  };
}

/** The event log: what happened and by whom, newest first, filtered by what the address says. */
export function ActivityScreen() {
  const raw: ActivitySearch & { project?: string | undefined } = useSearch({ from: '/activity' });
  const search = readActivitySearch({ ...raw });
  const project = raw.project;
  const navigate = useNavigate({ from: '/activity' });
  const [top, setTop] = useState(true);
  const asked = { ...search, entity: search.entity ?? project };
  const activity = useActivity(asked, top);
  const open = useOpenEntity();
  const change = useCallback(
    (next: Partial<ActivitySearch>) => void navigate({ to: '.', search: (previous) => ({ ...previous, ...next }) }),
    [navigate],
  );
  const only = useCallback((id: string) => change({ actor: id }), [change]);
  const limited = Object.values(asked).some((value) => value !== undefined);
  const actor = activity.data?.find((event) => event.actor.id === search.actor)?.actor;
  const actorName = useActorName(actor);
  return (
    <>
      <TopBar title="Activity" />
      <ActivityFilterBar search={search} onChange={change} actor={actor && actorName} />
      <QueryView query={activity} what="The activity" pending={<SkeletonRows label="Loading the activity" />}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState
              icon={<ActivityIcon />}
              title={limited ? 'Nothing fits' : 'Nothing has happened yet'}
              action={
                limited && (
                  <Button onClick={() => void navigate({ to: '.', search: { project: undefined } })}>
                    Show everything
                  </Button>
                )
              }
            >
              Every change to tasks, runs, merges, projects and settings is recorded here: what happened, who did it and
              when.
            </EmptyState>
          ) : (
            <ActivityList
              key={JSON.stringify(asked)}
              activity={{ ...activity, data }}
              onActor={only}
              onOpen={open}
              onTop={setTop}
            />
          )
        }
      </QueryView>
    </>
  );
}
