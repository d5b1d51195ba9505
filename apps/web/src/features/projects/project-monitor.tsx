import { PanelSection, PropertyRow, RelativeTime } from '@cw/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '../../data/api.ts';
import type { ProjectMonitor as Monitor } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { Estimate } from '../../entities/run/estimate.tsx';

/** What there is of each, without what there is none of. */
function standing(monitor: Monitor): string {
  const counts: readonly (readonly [number, string])[] = [
    [monitor.working, 'working'],
    [monitor.stalled, 'stalled'],
    [monitor.onHold, 'on hold'],
    [monitor.needsYou, 'waiting for you'],
    [monitor.toStart, 'to start'],
    [monitor.mergesInHand, 'merging'],
    [monitor.mergesQueued, 'to merge'],
    [monitor.mergesHeld, 'merges held'],
  ];
  const there = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return there.length === 0 ? 'Nothing at work' : there.join(', ');
}

function EndedLine({ ended }: { readonly ended: NonNullable<Monitor['lastMerge']> }) {
  return (
    <>
      <Link
        to="/tasks/$taskId"
        params={{ taskId: ended.taskId }}
        search={onlyProject}
        className="text-accent-fg wrap-anywhere hover:underline max-md:-my-2.5 max-md:py-2.5"
      >
        {ended.taskTitle}
      </Link>
      <RelativeTime at={ended.at} className="text-fg-3" />
      {ended.reason && <span className="line-clamp-2 basis-full text-fg-2 wrap-anywhere">{ended.reason}</span>}
    </>
  );
}

/** How a project's agents and its merge queue stand. */
export function ProjectMonitor({ projectId }: { readonly projectId: string }) {
  const { data } = useQuery(trpc.dispatch.monitors.queryOptions({ projectId }));
  const monitor = data?.items[0];
  if (!monitor) return null;
  const { oldestWaitSince, lastMerge, lastFailure } = monitor;
  return (
    <PanelSection
      title="Running"
      aside={
        <>
          <Estimate estimated={monitor.costEstimated} usd={monitor.costUsd} /> today
        </>
      }
    >
      <dl className="flex flex-col">
        <PropertyRow name="Now" touch>
          <Link
            to="/agents"
            search={{ project: projectId }}
            className="tabular-nums hover:underline max-md:flex max-md:min-h-11 max-md:items-center"
          >
            {standing(monitor)}
          </Link>
        </PropertyRow>
        {oldestWaitSince && (
          <PropertyRow name="Longest wait">
            <RelativeTime at={oldestWaitSince} />
          </PropertyRow>
        )}
        {lastMerge && (
          <PropertyRow name="Last merge">
            <EndedLine ended={lastMerge} />
          </PropertyRow>
        )}
        {lastFailure && (
          <PropertyRow name="Last failed">
            <EndedLine ended={lastFailure} />
          </PropertyRow>
        )}
      </dl>
    </PanelSection>
  );
}
