import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../api.ts';
import type { ItemView } from '../api-types.ts';
import { plural } from '../format.ts';
import { onInboxEvent } from '../live.ts';
import { harmless } from './harmless.ts';
import { itemKinds } from './item-kinds.ts';
import { browserSays, mutedProjects, notifying } from './notifying.ts';

/** What comes within this time is told at once; ms. */
const together = 300;
/** More than so many at once are told as a number. */
const mostAlone = 3;

/** Nobody has to be told what they look at. */
function isLookedAt(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

type Opening = (itemId: string | undefined) => void;

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
    const found = await Promise.all(ids.map((id) => api.inbox.show.query({ id }).catch(() => undefined)));
    const items = found.flatMap((item) =>
      item?.state === 'open' && !mutedProjects.get().includes(item.projectId ?? '') ? [item] : [],
    );
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
        if (itemId === undefined) void navigate({ to: '/inbox', search: true });
        else void navigate({ to: '/inbox/$itemId', params: { itemId }, search: true });
      }),
    [navigate],
  );
}
