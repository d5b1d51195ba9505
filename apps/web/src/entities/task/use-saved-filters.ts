import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../data/api.ts';
import { createCell, useCell } from '../../data/cell.ts';
import { readStored, writeStored } from '../../data/stored.ts';
import { readSaved, type SavedFilter } from './saved-filters.ts';

const kept = createCell<ReadonlyMap<string, readonly SavedFilter[]>>(new Map());

/** The saved filters of this workspace, which this browser keeps, and what keeps others in their place. */
export function useSavedFilters() {
  const { data } = useQuery(trpc.system.status.queryOptions());
  const held = useCell(kept);
  const home = data?.home;
  const key = `cw.saved-filters.${home}`;
  const saved = home === undefined ? [] : (held.get(home) ?? readSaved(readStored(key)));
  return {
    saved,
    keep: (list: readonly SavedFilter[]) => {
      if (home === undefined) return;
      writeStored(key, JSON.stringify(list));
      kept.set(new Map(kept.get()).set(home, list));
    },
  };
}
