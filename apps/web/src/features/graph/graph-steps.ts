import type { GraphLink } from './graph-view.ts';
import type { Layout } from './layered-layout.ts';

export type Step = 'left' | 'right' | 'up' | 'down';

/**
 * The task to which an arrow key leads: right and left along a link, to the nearest at its other end, up and down
 * within the column. Undefined where there is none.
 */
export function stepFrom(
  { places }: Pick<Layout, 'places'>,
  links: readonly GraphLink[],
  at: string,
  step: Step,
): string | undefined {
  const here = places.get(at);
  if (!here) return undefined;
  const y = (id: string) => places.get(id)?.y ?? 0;
  if (step === 'left' || step === 'right') {
    const ends =
      step === 'right'
        ? links.filter(({ from }) => from === at).map(({ to }) => to)
        : links.filter(({ to }) => to === at).map(({ from }) => from);
    return ends.filter((id) => places.has(id)).sort((a, b) => Math.abs(y(a) - here.y) - Math.abs(y(b) - here.y))[0];
  }
  const column = [...places].filter(([, place]) => place.x === here.x).map(([id]) => id);
  const beyond = column.filter((id) => (step === 'up' ? y(id) < here.y : y(id) > here.y));
  return beyond.sort((a, b) => (step === 'up' ? y(b) - y(a) : y(a) - y(b)))[0];
}

/** Ids column after column, each from top to bottom: the order in which the graph is read. */
export function readingOrder({ places }: Pick<Layout, 'places'>): readonly string[] {
  return [...places].sort(([, a], [, b]) => a.x - b.x || a.y - b.y).map(([id]) => id);
}
