import { cx } from '@cw/ui';
import { plural } from '../text/format.ts';
import { useUnread } from './use-unread.ts';

/** A dot where there are messages that nobody has read. */
export function UnreadDot({ className }: { readonly className?: string | undefined }) {
  const unread = useUnread();
  if (unread === 0) return null;
  return (
    <span
      className={cx('size-1.5 shrink-0 rounded-full bg-accent', className)}
      title={plural(unread, 'unread message')}
    >
      <span className="sr-only">{plural(unread, 'unread message')}</span>
    </span>
  );
}
