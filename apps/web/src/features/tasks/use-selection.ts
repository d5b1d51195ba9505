import { useCallback, useMemo, useState } from 'react';
import type { TaskRow } from '../../data/api-types.ts';

export type Selection = {
  readonly ids: ReadonlySet<string>;
  /** The selected tasks that the list shows, in no order. */
  readonly rows: readonly TaskRow[];
  readonly toggle: (id: string) => void;
  /** Selects all of these besides. */
  readonly add: (ids: readonly string[]) => void;
  readonly clear: () => void;
};

/** Which tasks are selected. What a filter hides, or what is gone, is not selected any more. */
export function useSelection(shown: readonly TaskRow[] | undefined): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(
    () => (chosen.size === 0 ? [] : (shown ?? []).filter((row) => chosen.has(row.id))),
    [shown, chosen],
  );
  const ids = useMemo(() => new Set(rows.map((row) => row.id)), [rows]);
  const toggle = useCallback((id: string) => {
    setChosen((set) => {
      const next = new Set(set);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const add = useCallback((more: readonly string[]) => setChosen((set) => new Set([...set, ...more])), []);
  const clear = useCallback(() => setChosen(new Set()), []);
  return { ids, rows, toggle, add, clear };
}
