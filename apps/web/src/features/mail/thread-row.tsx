import { cx, PriorityIcon, RelativeTime } from '@cw/ui';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { ThreadRow as Thread } from '../../data/api-types.ts';
import { snippetOf, threadTitle } from '../../entities/mail/mail-words.ts';
import { PartyBadge } from './party-badge.tsx';

type ThreadRowProps = { readonly thread: Thread; readonly active: boolean; readonly open: boolean };

/** One thread: with whom, what was said last and when, and whether there is something to read. */
export const ThreadRow = memo(function ThreadRow({ thread, active, open }: ThreadRowProps) {
  const { id, last, messages, unread, priority } = thread;
  const isUnread = unread > 0;
  const urgent = priority === 'P0' || priority === 'P1';
  const other = last.sender.kind === 'person' ? last.recipient : last.sender;
  return (
    <Link
      to="/inbox/messages/$threadId"
      params={{ threadId: id }}
      search={true}
      aria-current={open ? 'page' : undefined}
      className={cx(
        'flex h-full gap-3 border-l-2 pr-4 pl-3.5 outline-offset-[-2px]',
        active || open ? 'border-accent bg-selected' : 'border-transparent hover:bg-hover',
      )}
    >
      <span className="mt-3 shrink-0">
        <PartyBadge of={other} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col justify-center border-b border-line">
        <span className="flex items-center gap-2">
          {isUnread && (
            <span className="size-1.5 shrink-0 rounded-full bg-accent">
              <span className="sr-only">{unread} unread, </span>
            </span>
          )}
          <span className={cx('min-w-0 truncate', isUnread ? 'font-medium' : 'text-fg-2')}>{threadTitle(last)}</span>
          {messages > 1 && <span className="shrink-0 text-small text-fg-3 tabular-nums">{messages}</span>}
          <span className="flex-1" />
          {urgent && <PriorityIcon priority={priority} />}
          <RelativeTime at={last.createdAt} className="shrink-0 text-small text-fg-3" />
        </span>
        <span className="truncate text-small text-fg-2">{snippetOf(last.text)}</span>
      </span>
    </Link>
  );
});
