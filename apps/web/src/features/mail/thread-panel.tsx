import { IconButton, Skeleton, shortId } from '@cw/ui';
import { ArrowLeft, ChevronDown, ChevronUp, Mail, X } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ThreadView } from '../../data/api-types.ts';
import { detailsOf } from '../../data/details.ts';
import { onlyProject } from '../../data/only-project.ts';
import { QueryView } from '../../data/query-view.tsx';
import { partyName } from '../../entities/mail/mail-words.ts';
import { plural } from '../../entities/text/format.ts';
import { pressKey, useKeys } from '../../frame/keys.ts';
import { ReplyBox } from './reply-box.tsx';
import { ThreadMessage } from './thread-message.tsx';
import { useMarkUnread } from './use-mark-unread.ts';
import { useReading } from './use-reading.ts';

type HeadProps = {
  readonly thread: ThreadView | undefined;
  readonly onClose: () => void;
  /** Left out where nothing in the thread is for whoever looks at it. */
  readonly onUnread: (() => void) | undefined;
};

function Head({ thread, onClose, onUnread }: HeadProps) {
  return (
    <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-4 max-md:h-12 max-md:gap-0.5 max-md:px-1">
      <IconButton label="Back to the list" className="size-11 md:hidden" onClick={onClose}>
        <ArrowLeft />
      </IconButton>
      {thread && <span className="truncate text-small text-fg-3">{plural(thread.messages.length, 'message')}</span>}
      <span className="flex-1" />
      {onUnread && (
        <IconButton label="Mark as unread" shortcut="U" className="max-md:size-11" onClick={onUnread}>
          <Mail />
        </IconButton>
      )}
      <IconButton label="Previous thread" shortcut="K" className="max-md:size-11" onClick={() => pressKey('k')}>
        <ChevronUp />
      </IconButton>
      <IconButton label="Next thread" shortcut="J" className="max-md:size-11" onClick={() => pressKey('j')}>
        <ChevronDown />
      </IconButton>
      <span className="hidden md:inline-flex">
        <IconButton label="Close thread" shortcut="Esc" onClick={onClose}>
          <X />
        </IconButton>
      </span>
    </div>
  );
}

/** Everybody in a thread, once, in the order in which they came. */
function namesIn({ messages }: ThreadView): string {
  return [...new Set(messages.flatMap(({ sender, recipient }) => [partyName(sender), partyName(recipient)]))].join(
    ', ',
  );
}

function Body({ thread }: { readonly thread: ThreadView }) {
  const scroller = useRef<HTMLDivElement>(null);
  const count = thread.messages.length;
  // A thread opens at its newest message, and shows the next one that comes.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box && count > 1) box.scrollTop = box.scrollHeight;
  }, [count]);
  return (
    <>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
        <div className="fade-in mx-auto flex w-full max-w-170 flex-col gap-5 px-4 py-5 md:px-5 md:py-7">
          <div className="flex flex-col gap-1">
            <h2 className="text-item font-semibold wrap-anywhere">{namesIn(thread)}</h2>
            {thread.taskId !== null && (
              <Link
                to="/tasks/$taskId"
                params={{ taskId: thread.taskId }}
                search={onlyProject}
                className="flex items-center text-small text-fg-2 hover:underline max-md:min-h-11"
              >
                <span className="mr-1.5 font-mono text-fg-3">{shortId(thread.taskId)}</span>
                {thread.taskTitle}
              </Link>
            )}
          </div>
          <ol aria-label="Messages" className="flex flex-col gap-6">
            {thread.messages.map((message) => (
              <ThreadMessage key={message.id} message={message} />
            ))}
          </ol>
        </div>
      </div>
      <div className="max-h-[60%] shrink-0 overflow-y-auto border-t border-line">
        <div className="mx-auto w-full max-w-170 px-4 py-3 md:px-5">
          <ReplyBox thread={thread} />
        </div>
      </div>
    </>
  );
}

function ThreadSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading the thread"
      className="mx-auto flex w-full max-w-170 flex-col gap-4 px-5 py-7"
    >
      <Skeleton className="h-5 w-72" />
      <Skeleton className="w-96" />
      <Skeleton className="w-80" />
    </div>
  );
}

/** One thread: everything that was said in it, and the next message at the bottom. */
export function ThreadPanel({ threadId }: { readonly threadId: string }) {
  const navigate = useNavigate();
  const query = useQuery(detailsOf.thread(threadId));
  const close = () => void navigate({ to: '/inbox/messages', search: true });
  useReading(query.data);
  const id = query.data?.id;
  // The address of a later message leads to its thread.
  useEffect(() => {
    if (id === undefined || id === threadId) return;
    void navigate({ to: '/inbox/messages/$threadId', params: { threadId: id }, search: true, replace: true });
  }, [id, threadId, navigate]);
  const markUnread = useMarkUnread();
  const hasOwn = query.data?.messages.some(({ recipient }) => recipient.kind === 'person') === true;
  // Away from it first: as long as it is shown it is read.
  const leaveUnread = () => {
    close();
    markUnread(threadId);
  };
  useKeys([{ keys: 'u', label: 'Mark as unread', group: 'In a list', run: leaveUnread }], hasOwn);
  useKeys([{ keys: 'escape', label: 'Close the thread', group: 'In a list', quiet: true, run: close }]);
  return (
    <section aria-label="Thread" className="flex min-h-0 min-w-0 flex-1 flex-col bg-bg">
      <h1 className="sr-only lg:hidden">Messages</h1>
      <Head thread={query.data} onClose={close} onUnread={hasOwn ? leaveUnread : undefined} />
      <QueryView query={query} what="The thread" pending={<ThreadSkeleton />}>
        {(thread) => <Body key={thread.id} thread={thread} />}
      </QueryView>
    </section>
  );
}
