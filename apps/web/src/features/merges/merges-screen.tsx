import { Button, cx, EmptyState, PriorityIcon, RelativeTime, SkeletonRows, StateIcon, shortId } from '@cw/ui';
import { ArrowRight, GitPullRequestArrow } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { trpc } from '../../data/api.ts';
import type { MergeRequestView } from '../../data/api-types.ts';
import { QueryView } from '../../data/query-view.tsx';
import { mergeShown } from '../../entities/merge/merge-state.ts';
import { TopBar } from '../../frame/top-bar.tsx';
import { useLinkKeys } from '../../frame/use-list-keys.ts';
import { groupMerges, type MergeGroup } from './merge-groups.ts';

function MergeLine({
  merge,
  place,
  active,
}: {
  readonly merge: MergeRequestView;
  readonly place: number | undefined;
  readonly active: boolean;
}) {
  const shown = mergeShown(merge.state);
  const failed = merge.checks.find((check) => check.verdict === 'failed' || check.verdict === 'timed-out');
  return (
    <li id={merge.id}>
      <Link
        to="/merges/$mergeId"
        params={{ mergeId: merge.id }}
        search={true}
        className={cx(
          'flex h-8 items-center gap-2.5 border-l-2 pr-4 pl-3.5 outline-offset-[-2px] max-md:h-11',
          active ? 'border-accent bg-selected' : 'border-transparent hover:bg-hover',
        )}
      >
        <span className="w-4 shrink-0 text-right text-small text-fg-3 tabular-nums max-md:empty:hidden">{place}</span>
        <PriorityIcon priority={merge.priority} />
        <span className="hidden w-14 shrink-0 font-mono text-[11.5px] text-fg-3 sm:inline">{shortId(merge.id)}</span>
        <StateIcon state={shown.state} />
        <span className="min-w-0 flex-1 truncate">
          {merge.taskTitle}
          <span className="ml-2 text-small text-fg-3">{failed ? failed.command : merge.reason}</span>
        </span>
        {merge.verdict === 'unchecked' && merge.state === 'merged' && (
          <span className="hidden text-small text-fg-3 sm:inline">unchecked</span>
        )}
        <span className="hidden max-w-56 shrink-0 items-center gap-1.5 text-small text-fg-2 lg:flex">
          <span className="truncate">{merge.projectName}</span>
          <ArrowRight aria-hidden="true" size={12} className="shrink-0 text-fg-mute" />
          <code className="truncate">{merge.targetBranch}</code>
        </span>
        <RelativeTime
          at={merge.endedAt ?? merge.startedAt ?? merge.createdAt}
          className="w-8 shrink-0 text-right text-small text-fg-3"
        />
      </Link>
    </li>
  );
}

function Group({ group, activeId }: { readonly group: MergeGroup; readonly activeId: string | undefined }) {
  return (
    <section aria-label={group.name}>
      <h2 className="flex h-8 items-center gap-2 border-b border-line bg-sunken px-4 font-medium">
        {group.name}
        <span className="font-normal text-fg-3 tabular-nums">{group.merges.length}</span>
      </h2>
      <ul>
        {group.merges.map((merge, index) => (
          <MergeLine
            key={merge.id}
            merge={merge}
            place={group.ordered ? index + 1 : undefined}
            active={activeId === merge.id}
          />
        ))}
      </ul>
    </section>
  );
}

/** The merge queue: what is being merged and in which order, what a person must look at, and what is through. */
export function MergesScreen({ panel }: { readonly panel: ReactNode }) {
  const { project } = useSearch({ from: '__root__' });
  const { mergeId } = useParams({ strict: false });
  const navigate = useNavigate();
  const query = useQuery(trpc.merges.list.queryOptions({ limit: 200 }));
  const groups = useMemo(
    () => query.data && groupMerges(query.data.items.filter((merge) => !project || merge.projectId === project)),
    [query.data, project],
  );
  const ids = useMemo(() => groups?.flatMap((group) => group.merges.map((merge) => merge.id)) ?? [], [groups]);
  const active = useLinkKeys({
    ids,
    openId: mergeId,
    onOpen: (id) => void navigate({ to: '/merges/$mergeId', params: { mergeId: id }, search: true }),
  });
  return (
    <>
      <div className={cx('flex-col', mergeId ? 'hidden lg:flex' : 'flex')}>
        <TopBar title="Merge queue" count={groups && ids.length} />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className={cx('min-h-0 min-w-0 flex-1 flex-col', mergeId ? 'hidden lg:flex' : 'flex')}>
          <QueryView
            query={{ ...query, data: groups }}
            what="The merge queue"
            pending={<SkeletonRows label="Loading the merge queue" />}
          >
            {(shown) =>
              shown.length === 0 ? (
                <EmptyState
                  icon={<GitPullRequestArrow />}
                  title="Nothing to merge"
                  action={<Button onClick={() => void navigate({ to: '/runs', search: true })}>See the runs</Button>}
                >
                  A finished run's branch waits here, is checked on top of the integration branch, and merged.
                </EmptyState>
              ) : (
                <div className="min-h-0 flex-1 overflow-y-auto">
                  {shown.map((group) => (
                    <Group key={group.name} group={group} activeId={mergeId ?? active} />
                  ))}
                </div>
              )
            }
          </QueryView>
        </div>
        {panel}
      </div>
    </>
  );
}
