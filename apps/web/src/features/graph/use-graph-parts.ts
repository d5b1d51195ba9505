import { useState } from 'react';
import { readWords } from '../../data/search-params.ts';
import { readStored, writeStored } from '../../data/stored.ts';

/** What can be switched: the critical path, finished tasks out of sight, links that only point, the graph as a list. */
export const graphParts = ['critical', 'collapse', 'links', 'outline'] as const;
export type GraphPart = (typeof graphParts)[number];

const storedAs = 'cw.graph.parts';

/** What is switched on, kept in this browser. */
export function useGraphParts(): {
  readonly shown: ReadonlySet<GraphPart>;
  readonly toggle: (part: GraphPart) => void;
} {
  const [shown, setShown] = useState<ReadonlySet<GraphPart>>(
    () => new Set(readWords(readStored(storedAs) ?? 'critical', graphParts)),
  );
  const toggle = (part: GraphPart) => {
    const next = new Set(shown);
    if (!next.delete(part)) next.add(part);
    setShown(next);
    writeStored(storedAs, [...next].join(',') || 'none');
  };
  return { shown, toggle };
}
