import { cx, RelativeTime, RoleBadge, shortId } from '@cw/ui';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { ItemView } from '../../data/api-types.ts';
import { itemKinds } from '../../entities/inbox/item-kinds.ts';
import { ItemHeading, isCommand } from '../../entities/inbox/item-title.tsx';
import { endWords } from '../../entities/inbox/item-words.ts';
import { harmless } from '../../entities/text/harmless.ts';

function About({ item }: { readonly item: ItemView }) {
  const end = endWords(item);
  if (end !== undefined) return <span className="truncate">{end}</span>;
  const kind = itemKinds[item.kind].name;
  return (
    <>
      {item.agentName !== null && <RoleBadge of={item.agentRole ?? 'worker'} />}
      <span className="truncate">
        {item.agentName === null ? (
          kind
        ) : (
          <>
            <span className="sr-only">{kind} </span>
            {item.agentName}
          </>
        )}
        {isCommand(item) && (
          <>
            <span aria-hidden="true"> · </span>
            <code className="text-[11.5px]">{harmless(item.title.slice('Run: '.length))}</code>
          </>
        )}
        {item.taskId && (
          <>
            <span aria-hidden="true"> · </span>
            <span className="font-mono text-[11.5px]">{shortId(item.taskId)}</span> {item.taskTitle}
          </>
        )}
        {item.projectName && (
          <>
            <span aria-hidden="true"> · </span>
            {item.projectName}
          </>
        )}
      </span>
    </>
  );
}

type ItemRowProps = {
  readonly item: ItemView;
  /** It is the one that keys act on. */
  readonly active: boolean;
  readonly open: boolean;
};

/** One item: what is asked, by whom, about what, and since when; its kind by the icon. */
export const ItemRow = memo(function ItemRow({ item, active, open }: ItemRowProps) {
  const kind = itemKinds[item.kind];
  const isOpen = item.state === 'open';
  return (
    <Link
      to="/inbox/$itemId"
      params={{ itemId: item.id }}
      search={true}
      aria-current={open ? 'page' : undefined}
      className={cx(
        'flex h-full gap-3 border-l-2 pr-4 pl-3.5 outline-offset-[-2px]',
        active || open ? 'border-accent bg-selected' : 'border-transparent hover:bg-hover',
      )}
    >
      <kind.icon
        aria-hidden="true"
        size={16}
        className={cx('mt-3 shrink-0 max-md:mt-4', isOpen ? kind.color : 'text-fg-mute')}
      />
      <span className="flex min-w-0 flex-1 flex-col justify-center border-b border-line">
        <span className="flex items-baseline gap-3">
          <span className={cx('min-w-0 flex-1 truncate', isOpen ? 'font-medium' : 'text-fg-2')}>
            <ItemHeading item={item} />
          </span>
          <RelativeTime at={item.endedAt ?? item.createdAt} className="shrink-0 text-small text-fg-3" />
        </span>
        <span className="flex h-5 min-w-0 items-center gap-1.5 text-small text-fg-2">
          <About item={item} />
        </span>
      </span>
    </Link>
  );
});
