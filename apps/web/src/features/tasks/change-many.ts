import { toast } from '@cw/ui';
import { api, refusalOf } from '../../data/api.ts';
import { refresh } from '../../data/refresh.ts';
import { showRows } from '../../data/task-rows.ts';
import { othersWords } from '../../entities/task/others-words.ts';
import { plural } from '../../entities/text/format.ts';

type Asked = Parameters<typeof api.tasks.changeMany.mutate>[0];
export type SharedChange = Asked['change'];
type Steps = Awaited<ReturnType<typeof api.tasks.changeMany.mutate>>['steps'];

/** As many as can be changed at once. */
export const mostAtOnce = 1000;

/**
 * Changes many tasks at once, all or none, and offers the way back in a message.
 * @param said what is then so of them, after their number: `are P0`.
 * @throws what the server refuses with.
 */
export async function changeMany(ids: readonly string[], change: SharedChange, said: string): Promise<void> {
  const { steps, consequences } = await api.tasks.changeMany.mutate({ ids: [...ids], change });
  follow(steps);
  if (steps.length === 0) {
    toast({ text: 'Nothing to change.' });
    return;
  }
  const others = consequences === null ? 0 : consequences.unqueued.length + consequences.closed.length;
  const changed = steps.length - others;
  const text = `${plural(changed, 'task')}: ${said}${othersWords(consequences)}`;
  toast({ state: 'done', text, action: { label: 'Undo', run: () => void undo(steps, text) } });
}

async function undo(steps: Steps, text: string): Promise<void> {
  try {
    follow((await api.tasks.undoMany.mutate({ steps: [...steps] })).steps);
    toast({ text: `Undone: ${text}` });
  } catch (error) {
    toast({ state: 'failed', text: `Not undone. ${refusalOf(error).message}` });
  }
}

function follow(steps: Steps): void {
  showRows(steps.map(({ id }) => id)).catch(() => undefined);
  refresh('tasks');
}
