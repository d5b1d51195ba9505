import { Segmented } from '@cw/ui';
import { useNavigate } from '@tanstack/react-router';
import { onlyProject } from '../../data/only-project.ts';
import { useUnread } from '../mail/use-unread.ts';

/** What of the inbox is looked at: what waits for an answer, or the messages. */
export function InboxViews({ view }: { readonly view: 'items' | 'messages' }) {
  const navigate = useNavigate();
  const unread = useUnread();
  return (
    <Segmented
      label="View"
      value={view}
      onChange={(next) =>
        void navigate({
          to: next === 'messages' ? '/inbox/messages' : '/inbox',
          search: onlyProject,
        })
      }
      options={[
        { value: 'items', label: 'Waiting' },
        { value: 'messages', label: unread === 0 ? 'Messages' : `Messages ${unread > 999 ? '999+' : unread}` },
      ]}
    />
  );
}
