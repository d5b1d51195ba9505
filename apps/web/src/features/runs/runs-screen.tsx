import {
  Button,
  cx,
  EmptyState,
  Menu,
  MenuChoices,
  RelativeTime,
  RoleBadge,
  SkeletonRows,
  StateIcon,
  shortId,
} from '@cw/ui';
import { ListFilter, Terminal } from '@cw/ui/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { trpc } from '../../data/api.ts';
import type { MergeRequestView, RunRow } from '../../data/api-types.ts';
import { QueryView } from '../../data/query-view.tsx';
import { MergeMark } from '../../entities/merge/merge-mark.tsx';
import { useMergeByRun } from '../../entities/merge/merges.ts';
import { useProjectNames } from '../../entities/project/projects.ts';
import { Estimate } from '../../entities/run/estimate.tsx';
import { runShown } from '../../entities/run/run-state.ts';
import { CodeInText } from '../../entities/text/code-in-text.tsx';
import { formatCount, formatDuration, modelName } from '../../entities/text/format.ts';
import { withLocalTimes } from '../../entities/text/local-times.ts';
import { TopBar } from '../../frame/top-bar.tsx';
import { useLinkKeys } from '../../frame/use-list-keys.ts';
import { type RunShow, readRunSearch, runShows } from './run-search.ts';
import { runTook } from './run-time.ts';
import { useNow } from './use-now.ts';

const showNames: Readonly<Record<RunShow, string>> = {
  all: 'All runs',
  running: 'Running',
  waiting: 'Needs you',
  failed: 'Failed',
};

function belongs(run: RunRow, show: RunShow): boolean {
  const { state } = run;
  if (show === 'running') return run.endedAt === null;
  if (show === 'waiting') return state === 'needs-you';
  return show === 'all' || state === 'failed';
}

function RunLine({
  run,
  merge,
  active,
  project,
}: {
  readonly run: RunRow;
  readonly merge: MergeRequestView | undefined;
  readonly active: boolean;
  readonly project: string | undefined;
}) {
  const shown = runShown(run);
  const took = runTook(run, useNow(run.endedAt === null));
  const tokens = run.tokens.input + run.tokens.output + run.tokens.cacheRead + run.tokens.cacheWrite;
  return (
    <li id={run.id}>
      <Link
        to="/runs/$runId"
        params={{ runId: run.id }}
        search={(previous) => ({ project: previous.project })}
        className={cx(
          'flex h-8 items-center gap-2.5 border-l-2 pr-4 pl-3.5 outline-offset-[-2px] max-md:h-11',
          active ? 'border-accent bg-selected' : 'border-transparent hover:bg-hover',
        )}
      >
        <StateIcon state={shown.state} />
        <span className="hidden w-14 shrink-0 font-mono text-[11.5px] text-fg-3 sm:inline">{shortId(run.id)}</span>
        <span className="min-w-0 flex-1 truncate">
          {run.taskTitle}
          {run.attempt > 1 && <span className="ml-2 text-small text-fg-3">attempt {run.attempt}</span>}
          {run.reason && (
            <span className="ml-2 text-small text-fg-3">
              <CodeInText text={withLocalTimes(run.reason)} />
            </span>
          )}
        </span>
        <MergeMark merge={merge} brief />
        <span className="hidden w-28 shrink-0 truncate text-small text-fg-2 xl:inline">{project}</span>
        <span className="hidden w-28 shrink-0 items-center gap-1.5 text-small text-fg-2 lg:flex">
          <RoleBadge of={run.role} />
          <span className="truncate">{run.agentName ?? run.role}</span>
        </span>
        <span className="hidden w-20 shrink-0 truncate text-small text-fg-2 xl:inline" title={run.model ?? undefined}>
          {modelName(run.model ?? run.provider)}
        </span>
        <span className="hidden w-14 shrink-0 text-right text-small text-fg-2 tabular-nums lg:inline">
          {tokens > 0 && formatCount(tokens)}
        </span>
        <span className="w-14 shrink-0 text-right text-small font-medium tabular-nums">
          {run.costUsd !== null && <Estimate estimated={run.estimated} usd={run.costUsd} />}
        </span>
        <span className="hidden w-16 shrink-0 text-right text-small text-fg-2 tabular-nums sm:inline">
          {took !== undefined && formatDuration(took)}
        </span>
        <RelativeTime
          at={run.endedAt ?? run.startedAt ?? run.createdAt}
          className="w-8 shrink-0 text-right text-small text-fg-3"
        />
      </Link>
    </li>
  );
}

function useRuns(project: string | undefined, show: RunShow) {
  const query = useInfiniteQuery(
    trpc.runs.list.infiniteQueryOptions({ limit: 100 }, { getNextPageParam: (page) => page.nextCursor }),
  );
  const rows = useMemo(
    () =>
      query.data?.pages
        .flatMap((page) => page.items)
        .filter((run) => (!project || run.projectId === project) && belongs(run, show)),
    [query.data, project, show],
  );
  return { ...query, data: rows };
}

/** The runs, newest first. */
export function RunsScreen() {
  const search = useSearch({ from: '/runs/' });
  const show = readRunSearch(search).show ?? 'all';
  const navigate = useNavigate({ from: '/runs/' });
  const names = useProjectNames();
  const merges = useMergeByRun();
  const query = useRuns(search.project, show);
  const ids = useMemo(() => query.data?.map((run) => run.id) ?? [], [query.data]);
  const active = useLinkKeys({
    ids,
    openId: undefined,
    onOpen: (id) => void navigate({ to: '/runs/$runId', params: { runId: id }, search: { project: search.project } }),
  });
  return (
    <>
      <TopBar title="Runs" count={query.data?.length}>
        <Menu
          align="end"
          trigger={
            <Button variant="quiet" icon={<ListFilter aria-hidden="true" size={14} />}>
              {showNames[show]}
            </Button>
          }
        >
          <MenuChoices
            label="Show"
            value={show}
            onChange={(next) =>
              void navigate({
                to: '.',
                search: (previous) => ({ ...previous, show: runShows.find((each) => each === next && each !== 'all') }),
              })
            }
            options={runShows.map((value) => ({ value, label: showNames[value] }))}
          />
        </Menu>
      </TopBar>
      <QueryView query={query} what="The runs" pending={<SkeletonRows label="Loading runs" />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={<Terminal />}
              title={show === 'all' ? 'No runs yet' : 'No run fits'}
              action={<Button onClick={() => void navigate({ to: '/tasks', search: true })}>See the tasks</Button>}
            >
              A run is one attempt of an agent at a task. Assign a task and its run appears here.
            </EmptyState>
          ) : (
            <div className="min-h-0 flex-1 overflow-y-auto">
              <ul aria-label="Runs">
                {rows.map((run) => (
                  <RunLine
                    key={run.id}
                    run={run}
                    merge={merges.get(run.id)}
                    active={active === run.id}
                    project={names.get(run.projectId)}
                  />
                ))}
              </ul>
              {query.hasNextPage && (
                <div className="p-3 text-center">
                  <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    Show older runs
                  </Button>
                </div>
              )}
            </div>
          )
        }
      </QueryView>
    </>
  );
}
