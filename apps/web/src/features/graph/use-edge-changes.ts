import { toast } from '@cw/ui';
import { useState } from 'react';
import { api, refusalOf, refusalText } from '../../data/api.ts';
import { refresh } from '../../data/refresh.ts';
import { showAnswer } from '../../data/task-rows.ts';
import { sayLink } from './graph-elements.ts';
import type { GraphLink } from './graph-view.ts';

/** A link that the tracker refused, told at the task it was to lead to. */
export type RefusedLink = {
  readonly at: string;
  readonly message: string;
  /** The way round, where it would have made a circle. */
  readonly circle: readonly string[];
};

type Ends = Pick<GraphLink, 'from' | 'to' | 'type'>;

const idPattern = /\btk_[a-z0-9]{12}\b/g;

async function change(how: 'add' | 'remove', { from, to, type }: Ends): Promise<void> {
  const input = { id: to, on: from, type };
  showAnswer(await (how === 'add' ? api.tasks.addDependency : api.tasks.removeDependency).mutate(input));
  refresh('tasks');
}

async function changeBack(how: 'add' | 'remove', link: Ends): Promise<void> {
  try {
    await change(how, link);
  } catch (error) {
    toast({ state: 'failed', text: refusalText(error) ?? 'It could not be undone.' });
  }
}

/** Adds and removes links. A link is shown dashed until the tracker has taken it; a refusal stays until it is dismissed. */
export function useEdgeChanges(titleOf: (id: string) => string) {
  const [pending, setPending] = useState<Ends>();
  const [refused, setRefused] = useState<RefusedLink>();
  const refuseFor = (at: string, error: unknown) => {
    const { message, hint } = refusalOf(error);
    const circle = [...(message.split('cycle:')[1] ?? '').matchAll(idPattern)].map(([id]) => id);
    setRefused({ at, message: circle.length > 0 ? '' : [message, hint].filter(Boolean).join(' '), circle });
  };
  return {
    pending,
    refused,
    /** Told at a task where there is nothing to ask the tracker. */
    refuse: (at: string, message: string) => setRefused({ at, message, circle: [] }),
    dismiss: () => setRefused(undefined),
    /**
     * Leads a link from one task to another; with `blocks` the second waits for the first.
     * @param instead the one that it replaces, since a task is part of one other
     */
    add: async (ends: Ends, instead?: Ends) => {
      setRefused(undefined);
      setPending(ends);
      try {
        await change('add', ends);
        toast({
          text: sayLink(ends, titleOf),
          action: {
            label: 'Undo',
            run: () => void (instead ? changeBack('add', instead) : changeBack('remove', ends)),
          },
        });
      } catch (error) {
        refuseFor(ends.to, error);
      }
      setPending(undefined);
    },
    remove: async (link: GraphLink) => {
      try {
        await change('remove', link);
        toast({
          text: `Link to “${titleOf(link.to)}” removed`,
          action: { label: 'Undo', run: () => void changeBack('add', link) },
        });
      } catch (error) {
        refuseFor(link.to, error);
      }
    },
  };
}
