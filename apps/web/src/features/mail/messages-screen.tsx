import { Button, Chip, cx, EmptyState, Segmented, SkeletonRows, shortId } from '@cw/ui';
import { MessageSquare, SquarePen } from '@cw/ui/icons';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { QueryView } from '../../data/query-view.tsx';
import { useMore } from '../../data/use-more.ts';
import { InboxViews } from '../../entities/inbox/inbox-views.tsx';
import { useKeys } from '../../frame/keys.ts';
import { openWindow } from '../../frame/layout.ts';
import { TopBar } from '../../frame/top-bar.tsx';
import { type MailShow, type MessagesSearch, mailShows } from './messages-search.ts';
import { ThreadList } from './thread-list.tsx';
import { useThreads } from './use-threads.ts';

const showNames: Readonly<Record<MailShow, string>> = { own: 'Yours', unread: 'Unread', all: 'Everybody’s' };

const emptyTitles: Readonly<Record<MailShow, string>> = {
  own: 'No messages yet',
  unread: 'Everything is read',
  all: 'Nobody has written anything yet',
};

const write = () => openWindow.set({ kind: 'new-message' });

type ThreadsProps = { readonly search: MessagesSearch; readonly query: ReturnType<typeof useThreads> };

function Threads({ search, query }: ThreadsProps) {
  const more = useMore(query);
  return (
    <QueryView query={query} what="The messages" pending={<SkeletonRows label="Loading the messages" />}>
      {(threads) =>
        threads.length === 0 ? (
          <EmptyState
            icon={<MessageSquare />}
            title={emptyTitles[search.show ?? 'own']}
            action={<Button onClick={write}>Write a message</Button>}
          >
            People, agents and runs write to each other here. Nobody has to answer; what waits for an answer is under
            Waiting.
          </EmptyState>
        ) : (
          <>
            <h2 className="flex h-9 shrink-0 items-center gap-2 px-4 text-small font-medium text-fg-2">
              Threads
              {query.total !== undefined && (
                <span className="font-normal text-fg-3 tabular-nums">{query.total.toLocaleString('en-US')}</span>
              )}
              <span className="ml-auto font-normal text-fg-3">newest first</span>
            </h2>
            <ThreadList threads={threads} total={query.total} onMore={more} />
          </>
        )
      }
    </QueryView>
  );
}

/** Whose messages, and about what alone. */
function Shows({ search }: { readonly search: MessagesSearch }) {
  const navigate = useNavigate();
  const change = (next: MessagesSearch) =>
    void navigate({ to: '.', search: (previous: object) => ({ ...previous, ...next }) });
  const { run, agent } = search;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5 max-md:px-3">
      <Segmented
        label="Which messages"
        tall
        value={search.show ?? 'own'}
        onChange={(next) => change({ show: mailShows.find((each) => each === next && each !== 'own') })}
        options={mailShows.map((value) => ({ value, label: showNames[value] }))}
      />
      {run && (
        <Chip removeLabel="Show all runs" onRemove={() => change({ run: undefined })}>
          Run <span className="font-mono text-fg">{shortId(run)}</span>
        </Chip>
      )}
      {agent && (
        <Chip removeLabel="Show all agents" onRemove={() => change({ agent: undefined })}>
          Agent <span className="font-mono text-fg">{shortId(agent)}</span>
        </Chip>
      )}
    </div>
  );
}

/** What people, agents and runs wrote to each other, by thread, with the one that is open beside them. */
export function MessagesScreen({ search, panel }: { readonly search: MessagesSearch; readonly panel: ReactNode }) {
  const { threadId } = useParams({ strict: false });
  const query = useThreads(search, threadId);
  const isEmpty = query.data?.length === 0;
  useKeys([{ keys: 'n', label: 'Write a message', group: 'In a list', run: write }]);
  return (
    <>
      <div className={cx('flex-col', threadId ? 'hidden lg:flex' : 'flex')}>
        <TopBar title="Inbox" tabTitle="Messages" beside={<InboxViews view="messages" />}>
          <Button
            className="max-md:size-11 max-md:border-0 max-md:bg-transparent max-md:px-0"
            icon={<SquarePen aria-hidden="true" size={14} />}
            onClick={write}
          >
            <span className="max-md:sr-only">Write</span>
          </Button>
        </TopBar>
      </div>
      <div className="flex min-h-0 flex-1">
        <div
          className={cx(
            'min-h-0 min-w-0 flex-col lg:w-98 lg:flex-none lg:border-r lg:border-line',
            threadId ? 'hidden lg:flex' : 'flex flex-1',
          )}
        >
          <Shows search={search} />
          <Threads search={search} query={query} />
        </div>
        {threadId ? (
          panel
        ) : (
          <div className="hidden flex-1 items-center justify-center text-fg-3 lg:flex">
            <p className={isEmpty ? 'invisible' : undefined}>
              <kbd className="font-sans font-medium">J</kbd> and <kbd className="font-sans font-medium">K</kbd> choose a
              thread, Enter opens it, <kbd className="font-sans font-medium">N</kbd> writes.
            </p>
          </div>
        )}
      </div>
    </>
  );
}
