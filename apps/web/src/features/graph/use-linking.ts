import { useState } from 'react';
import type { GraphLink } from './graph-view.ts';

/** The kinds of links that can be drawn, as seen from the task where one begins. */
export const drawnTypes = {
  blocks: 'Blocks',
  'waits-for': 'Its children block',
  'on-failure': 'Runs if it fails',
  related: 'Related',
  'discovered-from': 'Led to',
  'parent-child': 'Contains',
} as const satisfies Record<GraphLink['type'], string>;

export type DrawnType = keyof typeof drawnTypes;

export type Linking = {
  /** The task from which a link is being drawn. */
  readonly from: string | undefined;
  readonly type: DrawnType;
  readonly choose: (type: DrawnType) => void;
  /** Begins a link at this task, or leads the one that was begun to it. */
  readonly go: (id: string) => void;
  /** Leads a link of the chosen kind from one task to another at once. */
  readonly lead: (from: string, to: string) => void;
  readonly leave: () => void;
};

/** Drawing links in two steps instead of one move of the pointer. */
export function useLinking(add: (from: string, to: string, type: DrawnType) => void): Linking {
  const [from, setFrom] = useState<string>();
  const [type, choose] = useState<DrawnType>('blocks');
  return {
    from,
    type,
    choose,
    go: (id) => {
      setFrom(from === undefined ? id : undefined);
      if (from !== undefined && from !== id) add(from, id, type);
    },
    lead: (source, to) => {
      setFrom(undefined);
      add(source, to, type);
    },
    leave: () => setFrom(undefined),
  };
}
