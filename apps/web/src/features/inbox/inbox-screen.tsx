import { Button, cx, EmptyState, Segmented, SkeletonRows } from '@cw/ui';
import { Inbox } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { trpc } from '../../data/api.ts';
import type { ItemView } from '../../data/api-types.ts';
import { QueryView } from '../../data/query-view.tsx';
import { useMore } from '../../data/use-more.ts';
import { InboxViews } from '../../entities/inbox/inbox-views.tsx';
import { useOpenCount } from '../../entities/inbox/use-open-count.ts';
import { TopBar } from '../../frame/top-bar.tsx';
import { belongsTo, type InboxShow, inboxShows } from './inbox-search.ts';
import { ItemList } from './item-list.tsx';
import { NotifyMenu } from './notify-menu.tsx';
import { useItems } from './use-items.ts';

const showNames: Readonly<Record<InboxShow, string>> = {
  all: 'All',
  questions: 'Questions',
  approvals: 'Approvals',
  problems: 'Problems',
  ended: 'Ended',
};

const emptyTitles: Readonly<Record<InboxShow, string>> = {
  all: 'Nothing waits for you',
  questions: 'No questions',
  approvals: 'Nothing to allow or approve',
  problems: 'No problems',
  ended: 'Nothing answered yet',
};

function Empty({ show }: { readonly show: InboxShow }) {
  const navigate = useNavigate();
  if (show === 'ended')
    return (
      <EmptyState
        icon={<Inbox />}
        title={emptyTitles[show]}
        action={
          <Button onClick={() => void navigate({ to: '/inbox', search: ({ project }) => ({ project }) })}>
            See what waits
          </Button>
        }
      >
        Items you answer or dismiss are kept here, with who did it and when.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<Inbox />}
      title={emptyTitles[show]}
      action={
        <Button onClick={() => void navigate({ to: '/runs', search: (previous) => ({ project: previous.project }) })}>
          See the runs
        </Button>
      }
    >
      Questions, permissions, approvals and what went wrong come here, with what is asked first; all else runs by
      itself.
    </EmptyState>
  );
}

function Items({ show }: { readonly show: InboxShow }) {
  const query = useItems(show);
  const { data, count } = query;
  const more = useMore(query);
  useFirstOpen(data, show);
  useEffect(() => {
    if (data?.length === 0) more();
  }, [data, more]);
  return (
    <QueryView query={query} what="The inbox" pending={<SkeletonRows label="Loading the inbox" />}>
      {(items) =>
        items.length === 0 ? (
          <Empty show={show} />
        ) : (
          <>
            <h2 className="flex h-9 shrink-0 items-center gap-2 px-4 text-small font-medium text-fg-2">
              {show === 'ended' ? 'Ended' : 'Waiting for you'}
              {count !== undefined && (
                <span className="font-normal text-fg-3 tabular-nums">{count.toLocaleString('en-US')}</span>
              )}
              <span className="ml-auto font-normal text-fg-3">
                {show === 'ended' ? 'newest first' : 'oldest first'}
              </span>
            </h2>
            <ItemList label="Inbox" items={items} total={count} onMore={more} />
          </>
        )
      }
    </QueryView>
  );
}

/** How many open items there are of what can be shown; undefined until that is known, and of what has ended. */
function useCounts(): (show: InboxShow) => number | undefined {
  const { project } = useSearch({ from: '__root__' });
  const { data } = useQuery(trpc.inbox.kinds.queryOptions(project ? { projectId: project } : undefined));
  return (show) =>
    show === 'ended'
      ? undefined
      : data?.items.filter(({ kind }) => belongsTo(show, kind)).reduce((sum, { open }) => sum + open, 0);
}

/** On a wide screen the first item is open until a person closes it. */
function useFirstOpen(items: readonly ItemView[] | undefined, show: InboxShow): void {
  const { itemId } = useParams({ strict: false });
  const navigate = useNavigate();
  const opened = useRef<InboxShow>(undefined);
  const first = items?.[0]?.id;
  useEffect(() => {
    if (itemId !== undefined) opened.current = show;
    if (first === undefined || opened.current === show || !window.matchMedia(beside).matches) return;
    opened.current = show;
    void navigate({ to: '/inbox/$itemId', params: { itemId: first }, search: true, replace: true });
  }, [itemId, first, show, navigate]);
}

/** Where an item is shown beside the list. */
const beside = '(min-width: 64rem)';

/** All that waits for a person, the oldest first, with the item that is open beside it. */
export function InboxScreen({ panel }: { readonly panel: ReactNode }) {
  const { show = 'all' } = useSearch({ from: '/inbox' });
  const { itemId } = useParams({ strict: false });
  const navigate = useNavigate();
  const counts = useCounts();
  const isEmpty = useOpenCount() === 0 && show !== 'ended';
  return (
    <>
      <div className={cx('flex-col', itemId ? 'hidden lg:flex' : 'flex')}>
        <TopBar title="Inbox" beside={<InboxViews view="items" />}>
          <NotifyMenu />
        </TopBar>
      </div>
      <div className="flex min-h-0 flex-1">
        <div
          className={cx(
            'min-h-0 min-w-0 flex-col lg:w-98 lg:flex-none lg:border-r lg:border-line',
            itemId ? 'hidden lg:flex' : 'flex flex-1',
          )}
        >
          <div className="flex shrink-0 items-center border-b border-line px-4 py-1.5 max-md:px-3">
            <Segmented
              label="Which items"
              tall
              value={show}
              onChange={(next) =>
                void navigate({
                  to: '.',
                  search: (previous) => ({
                    ...previous,
                    show: inboxShows.find((each) => each === next && each !== 'all'),
                  }),
                })
              }
              options={inboxShows.map((value) => ({ value, label: showNames[value], count: counts(value) }))}
            />
          </div>
          <Items show={show} />
        </div>
        {itemId ? (
          panel
        ) : (
          <div className="hidden flex-1 items-center justify-center text-fg-3 lg:flex">
            <p className={isEmpty ? 'invisible' : undefined}>
              <kbd className="font-sans font-medium">J</kbd> and <kbd className="font-sans font-medium">K</kbd> choose
              an item, Enter opens it.
            </p>
          </div>
        )}
      </div>
    </>
  );
}
