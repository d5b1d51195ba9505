import { Button, cx, EmptyState, Input, Segmented, SkeletonRows } from '@cw/ui';
import { GitPullRequestArrow, Search } from '@cw/ui/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { trpc } from '../../data/api.ts';
import type { MergeSize } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { QueryView } from '../../data/query-view.tsx';
import { useMergeSizes } from '../../entities/merge/merge-sizes.ts';
import { TopBar } from '../../frame/top-bar.tsx';
import { useLinkKeys } from '../../frame/use-list-keys.ts';
import { groupMerges, type MergeGroup, matching } from './merge-groups.ts';
import { MergeLine } from './merge-line.tsx';
import { type MergesSearch, mergeShows } from './merges-search.ts';

const firstLimit = 100;
const mostShown = 500;

type GroupProps = {
  readonly group: MergeGroup;
  readonly activeId: string | undefined;
  readonly sizes: ReadonlyMap<string, MergeSize>;
};

function Group({ group, activeId, sizes }: GroupProps) {
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
            size={sizes.get(merge.id)}
          />
        ))}
      </ul>
    </section>
  );
}

const showNames = {
  open: 'In the queue',
  unmerged: 'Needs you',
  merged: 'Merged',
  unchanged: 'Nothing to merge',
  cancelled: 'Cancelled',
} as const;

type FiltersProps = { readonly search: MergesSearch; readonly onChange: (change: MergesSearch) => void };

function Filters({ search, onChange }: FiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-1.5">
      <div className="max-w-full overflow-x-auto">
        <Segmented
          label="Which merges"
          value={search.show ?? 'all'}
          onChange={(next) => onChange({ show: mergeShows.find((each) => each === next) })}
          options={[{ value: 'all', label: 'All' }, ...mergeShows.map((value) => ({ value, label: showNames[value] }))]}
        />
      </div>
      <Input
        type="search"
        aria-label="Find merges"
        placeholder="Title, branch, agent"
        value={search.q ?? ''}
        className="w-56 max-md:w-full [&_input]:h-7 [&_input]:text-small"
        onChange={(event) => onChange({ q: event.target.value || undefined })}
      />
    </div>
  );
}

/** Nothing to show: for there is nothing yet, or for what is asked for. */
function Nothing({ isNarrowed, onAll }: { readonly isNarrowed: boolean; readonly onAll: () => void }) {
  const navigate = useNavigate();
  return isNarrowed ? (
    <EmptyState icon={<Search />} title="No matching merges" action={<Button onClick={onAll}>Show all</Button>}>
      Nothing in the merge queue fits these filters.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<GitPullRequestArrow />}
      title="Nothing to merge"
      action={<Button onClick={() => void navigate({ to: '/runs', search: onlyProject })}>See the runs</Button>}
    >
      A finished run's branch waits here, is checked on top of the integration branch, and merged.
    </EmptyState>
  );
}

/** The merge queue: what is being merged and in which order, what a person must look at, and what is through. */
export function MergesScreen({ panel }: { readonly panel: ReactNode }) {
  const search = useSearch({ from: '/merges' });
  const { project, show, q } = search;
  const { mergeId } = useParams({ strict: false });
  const navigate = useNavigate();
  const [limit, setLimit] = useState(firstLimit);
  const narrow = (change: MergesSearch) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, ...change }), replace: true });
  const query = useQuery({
    ...trpc.merges.list.queryOptions({ limit, projectId: project, states: show && [show] }),
    placeholderData: keepPreviousData,
  });
  const found = useMemo(() => query.data && matching(query.data.items, q), [query.data, q]);
  const groups = useMemo(() => found && groupMerges(found, Date.now()), [found]);
  const sizes = useMergeSizes(found ?? []);
  const ids = useMemo(() => groups?.flatMap((group) => group.merges.map((merge) => merge.id)) ?? [], [groups]);
  const active = useLinkKeys({
    ids,
    openId: mergeId,
    onOpen: (id) => void navigate({ to: '/merges/$mergeId', params: { mergeId: id }, search: true }),
  });
  const total = query.data?.total ?? 0;
  const read = query.data?.items.length ?? 0;
  return (
    <>
      <div className={cx('flex-col', mergeId ? 'hidden lg:flex' : 'flex')}>
        <TopBar title="Merge queue" count={groups && (q ? ids.length : total)} />
        <Filters search={search} onChange={narrow} />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className={cx('min-h-0 min-w-0 flex-1 flex-col', mergeId ? 'hidden lg:flex' : 'flex')}>
          <QueryView
            query={{ ...query, data: groups }}
            what="The merge queue"
            pending={<SkeletonRows label="Loading the merge queue" />}
          >
            {(shown) => (
              <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
                {shown.length === 0 && (
                  <Nothing
                    isNarrowed={show !== undefined || q !== undefined}
                    onAll={() => narrow({ show: undefined, q: undefined })}
                  />
                )}
                {shown.map((group) => (
                  <Group key={group.name} group={group} activeId={mergeId ?? active} sizes={sizes} />
                ))}
                {read < total && (
                  <p className="flex items-center gap-2 px-4 py-2 text-small text-fg-3">
                    Searched the newest {read} of {total.toLocaleString('en-US')}.
                    {limit < mostShown && <Button onClick={() => setLimit(mostShown)}>Search more</Button>}
                  </p>
                )}
              </div>
            )}
          </QueryView>
        </div>
        {panel}
      </div>
    </>
  );
}
