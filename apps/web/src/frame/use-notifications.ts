import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api, queryClient, trpc } from '../data/api.ts';
import type { ItemView } from '../data/api-types.ts';
import { onInboxEvent } from '../data/live.ts';
import { onlyProject } from '../data/only-project.ts';
import { itemKinds } from '../entities/inbox/item-kinds.ts';
import { browserSays, mutedProjects, notifying } from '../entities/inbox/notifying.ts';
import { plural } from '../entities/text/format.ts';
import { harmless } from '../entities/text/harmless.ts';

/** What comes within this time is told at once; ms. */
const together = 300;
/** More than so many at once are told as a number. */
const mostAlone = 3;

/** Nobody has to be told what they look at. */
function isLookedAt(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/** Whether nobody wants to hear of a project: in this browser, or by its settings. */
async function isMuted(projectId: string | null): Promise<boolean> {
  if (projectId !== null && mutedProjects.get().includes(projectId)) return true;
  const where = projectId === null ? {} : { project: projectId };
  const settings = await queryClient.fetchQuery(trpc.config.list.queryOptions(where)).catch(() => undefined);
  return settings?.items.find(({ key }) => key === 'inbox.muted')?.value === 'yes';
}

type Opening = (itemId: string | undefined) => void;

/** An item as it is now, if it is to be told of. */
async function wanted(id: string): Promise<ItemView | undefined> {
  const item = await api.inbox.show.query({ id }).catch(() => undefined);
  return item?.state === 'open' && !(await isMuted(item.projectId)) ? item : undefined;
}

/** Tells of what waits for a person, outside the page. Answers how to end that. */
function tellOfItems(open: Opening): () => void {
  const shown = new Map<string, Notification>();
  let raised: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (tag: string, title: string, body: string, itemId?: string) => {
    const notification = new Notification(title, { tag, body, icon: '/icon.svg' });
    notification.onclick = () => {
      window.focus();
      open(itemId);
      notification.close();
    };
    shown.set(tag, notification);
  };
  const tellItem = ({ id, kind, title, taskTitle, projectName }: ItemView) =>
    tell(id, harmless(title), [itemKinds[kind].name, taskTitle, projectName].filter(Boolean).join(' · '), id);
  const flush = async () => {
    const ids = raised;
    raised = [];
    if (!notifying.get() || browserSays() !== 'granted' || isLookedAt()) return;
    const found = await Promise.all(ids.map(wanted));
    const items = found.filter((item) => item !== undefined);
    if (items.length <= mostAlone) for (const item of items) tellItem(item);
    else tell('many', `${plural(items.length, 'thing')} wait for you`, 'Open the inbox to see them.');
  };
  const stop = onInboxEvent(({ type, entity }) => {
    if (type === 'inbox.raised') {
      raised.push(entity);
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), together);
      return;
    }
    shown.get(entity)?.close();
    shown.delete(entity);
  });
  return () => {
    stop();
    clearTimeout(timer);
    for (const notification of shown.values()) notification.close();
  };
}

/** Has the browser tell of what waits for a person, where they have asked for that. */
export function useNotifications(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      tellOfItems((itemId) => {
        if (itemId === undefined) void navigate({ to: '/inbox', search: onlyProject });
        else
          void navigate({
            to: '/inbox/$itemId',
            params: { itemId },
            search: onlyProject,
          });
      }),
    [navigate],
  );
}
