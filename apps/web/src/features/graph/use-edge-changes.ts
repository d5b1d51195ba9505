import { toast } from '@cw/ui';
import { useState } from 'react';
import { api, refusalOf, refusalText } from '../../shared/api.ts';
import type { GraphEdge } from '../../shared/api-types.ts';
import { refresh } from '../../shared/refresh.ts';
import { showAnswer } from '../../shared/task-rows.ts';
import type { GraphLink } from './graph-view.ts';

/** A link that the tracker refused, told at the task it was to lead to. */
export type RefusedLink = {
  readonly at: string;
  readonly message: string;
  /** The way round, where it would have made a circle. */
  readonly circle: readonly string[];
};

type Ends = { readonly from: string; readonly to: string };

const idPattern = /\btk_[a-z0-9]{12}\b/g;

async function change(how: 'add' | 'remove', { from, to }: Ends, type: GraphEdge['type']): Promise<void> {
  const input = { id: to, on: from, type };
  showAnswer(await (how === 'add' ? api.tasks.addDependency : api.tasks.removeDependency).mutate(input));
  refresh('tasks');
}

async function changeBack(how: 'add' | 'remove', link: GraphLink): Promise<void> {
  try {
    await change(how, link, link.type);
  } catch (error) {
    toast({ state: 'failed', text: refusalText(error) ?? 'It could not be taken back.' });
  }
}

/** Adds and removes links. A link is shown dashed until the tracker has taken it; a refusal stays until it is dismissed. */
export function useEdgeChanges(titleOf: (id: string) => string) {
  const [pending, setPending] = useState<Ends>();
  const [refused, setRefused] = useState<RefusedLink>();
  const refuse = (at: string, error: unknown) => {
    const { message, hint } = refusalOf(error);
    const circle = [...(message.split('circle:')[1] ?? '').matchAll(idPattern)].map(([id]) => id);
    setRefused({ at, message: circle.length > 0 ? '' : [message, hint].filter(Boolean).join(' '), circle });
  };
  return {
    pending,
    refused,
    dismiss: () => setRefused(undefined),
    /** Makes `to` wait for `from`. */
    add: async (ends: Ends) => {
      setRefused(undefined);
      setPending(ends);
      try {
        await change('add', ends, 'blocks');
        const link: GraphLink = { ...ends, id: '', type: 'blocks', unmet: true };
        toast({
          text: `“${titleOf(ends.to)}” waits for “${titleOf(ends.from)}”`,
          action: { label: 'Undo', run: () => void changeBack('remove', link) },
        });
      } catch (error) {
        refuse(ends.to, error);
      }
      setPending(undefined);
    },
    remove: async (link: GraphLink) => {
      try {
        await change('remove', link, link.type);
        toast({
          text: `Link to “${titleOf(link.to)}” removed`,
          action: { label: 'Undo', run: () => void changeBack('add', link) },
        });
      } catch (error) {
        refuse(link.to, error);
      }
    },
  };
}
