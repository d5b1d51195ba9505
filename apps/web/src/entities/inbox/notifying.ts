import { createCell } from '../../data/cell.ts';
import { readStored, removeStored, writeStored } from '../../data/stored.ts';

const onKey = 'cw.notify';
const mutedKey = 'cw.notify.muted';

/** Whether a person has asked this browser to tell them what waits. */
export const notifying = createCell(readStored(onKey) === 'on');

export function setNotifying(on: boolean): void {
  notifying.set(on);
  if (on) writeStored(onKey, 'on');
  else removeStored(onKey);
}

/** Ids of projects of which this browser tells nothing. */
export const mutedProjects = createCell<readonly string[]>(readStored(mutedKey)?.split(' ') ?? []);

export function setMuted(projectId: string, muted: boolean): void {
  const others = mutedProjects.get().filter((id) => id !== projectId);
  const next = muted ? [...others, projectId] : others;
  mutedProjects.set(next);
  if (next.length > 0) writeStored(mutedKey, next.join(' '));
  else removeStored(mutedKey);
}

/** What the browser says: `default` until a person was asked, `missing` where it cannot tell anything. */
export function browserSays(): NotificationPermission | 'missing' {
  return typeof Notification === 'undefined' ? 'missing' : Notification.permission;
}

/** Asks the person by the browser's own question. Answers whether it is allowed now. */
export async function askBrowser(): Promise<boolean> {
  if (browserSays() === 'missing') return false;
  return (await Notification.requestPermission()) === 'granted';
}
