import { plural } from '../text/format.ts';

type Named = { readonly length: number };

type Told = {
  readonly waiting: Named;
  readonly unqueued: Named;
  readonly begins?: Named;
  readonly ready?: Named;
  readonly closed?: Named;
  readonly finished?: Named;
  readonly reopened?: Named;
};

/** What a change means for others, behind the sentence that tells it: ` · 2 tasks keep waiting for it`. */
export function othersWords(told: Told | null): string {
  if (told === null) return '';
  const { waiting, unqueued, begins, ready, closed, finished, reopened } = told;
  const parts = [
    ...(closed !== undefined && closed.length > 0 ? [`${plural(closed.length, 'parent')} closed too`] : []),
    ...(finished !== undefined && finished.length > 0
      ? [`all children of ${plural(finished.length, 'epic')} are closed`]
      : []),
    ...(reopened !== undefined && reopened.length > 0 ? [`${plural(reopened.length, 'parent')} open again`] : []),
    ...(waiting.length > 0
      ? [`${plural(waiting.length, 'task')} ${waiting.length === 1 ? 'keeps' : 'keep'} waiting for it`]
      : []),
    ...(begins !== undefined && begins.length > 0 ? [`agents start on ${plural(begins.length, 'task')}`] : []),
    ...(ready !== undefined && ready.length > 0 ? [`${plural(ready.length, 'task')} ready now`] : []),
    ...(unqueued.length > 0 ? [`${plural(unqueued.length, 'task')} taken off the queue`] : []),
  ];
  return parts.map((part) => ` · ${part}`).join('');
}
