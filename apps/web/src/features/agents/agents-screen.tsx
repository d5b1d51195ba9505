import { Button, cx, EmptyState, SkeletonRows } from '@cw/ui';
import { Bot } from '@cw/ui/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import { trpc } from '../../data/api.ts';
import type { AgentView } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { QueryView } from '../../data/query-view.tsx';
import { TopBar } from '../../frame/top-bar.tsx';
import { useLinkKeys } from '../../frame/use-list-keys.ts';
import { type AgentGroup, groupAgents } from './agent-groups.ts';
import { AgentLine } from './agent-line.tsx';

const perPage = 200;

type GroupProps = {
  readonly group: AgentGroup;
  readonly activeId: string | undefined;
};

function Group({ group, activeId }: GroupProps) {
  return (
    <section aria-label={group.name}>
      <h2 className="flex h-8 items-center gap-2 border-b border-line bg-sunken px-4 font-medium">
        {group.name}
        <span className="font-normal text-fg-3 tabular-nums">{group.agents.length}</span>
      </h2>
      <ul>
        {group.agents.map((agent) => (
          <AgentLine key={agent.id} agent={agent} active={activeId === agent.id} />
        ))}
      </ul>
    </section>
  );
}

/** A little after the time itself, which is the server's; ms. */
const grace = 1_000;
const longest = 3_600_000;
/** Where this machine's clock is ahead, it is not asked all the time. */
const apart = 15_000;

/** Calls back when the next agent is no longer heard of, which no event tells. Answers how not to. */
function atNextEnd(agents: readonly AgentView[], look: () => void): () => void {
  const ends = agents.flatMap(({ offlineAt }) => (offlineAt === null ? [] : [Date.parse(offlineAt)]));
  if (ends.length === 0) return () => {};
  const left = Math.min(...ends) - Date.now();
  const timer = setTimeout(look, left < -apart ? apart : Math.min(longest, Math.max(0, left) + grace));
  return () => clearTimeout(timer);
}

function useAgents(projectId: string | undefined) {
  const query = useInfiniteQuery(
    trpc.agents.list.infiniteQueryOptions(
      { limit: perPage, ...(projectId && { projectId }) },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  const { refetch } = query;
  const agents = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data]);
  useEffect(() => atNextEnd(agents ?? [], () => void refetch()), [agents, refetch]);
  const total = query.data?.pages[0]?.total;
  const groups = useMemo(() => agents && groupAgents(agents), [agents]);
  return { ...query, data: groups, total };
}

/** Who works here: what each does, where, since when, and at what cost. */
export function AgentsScreen({ panel }: { readonly panel: ReactNode }) {
  const { project } = useSearch({ from: '__root__' });
  const { agentId } = useParams({ strict: false });
  const navigate = useNavigate();
  const query = useAgents(project);
  const agents = useMemo(() => query.data?.flatMap((group) => group.agents) ?? [], [query.data]);
  const ids = useMemo(() => agents.map(({ id }) => id), [agents]);
  const shownId = agents.find(({ id, name }) => id === agentId || name === agentId)?.id;
  const active = useLinkKeys({
    ids,
    openId: shownId,
    onOpen: (id) => void navigate({ to: '/agents/$agentId', params: { agentId: id }, search: true }),
  });
  return (
    <>
      <div className={cx('flex-col', agentId ? 'hidden lg:flex' : 'flex')}>
        <TopBar title="Agents" count={query.total} />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className={cx('min-h-0 min-w-0 flex-1 flex-col', agentId ? 'hidden lg:flex' : 'flex')}>
          <QueryView query={query} what="The agents" pending={<SkeletonRows rows={4} label="Loading agents" />}>
            {(groups) =>
              groups.length === 0 ? (
                <EmptyState
                  icon={<Bot />}
                  title="No agents yet"
                  action={
                    <Button onClick={() => void navigate({ to: '/tasks', search: onlyProject })}>See the tasks</Button>
                  }
                >
                  An agent appears here when a task is assigned and its first run begins.
                </EmptyState>
              ) : (
                <div className="@container min-h-0 flex-1 overflow-y-auto">
                  {groups.map((group) => (
                    <Group key={group.name} group={group} activeId={shownId ?? active} />
                  ))}
                  {query.hasNextPage && (
                    <div className="p-3 text-center">
                      <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                        Show more agents
                      </Button>
                    </div>
                  )}
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
