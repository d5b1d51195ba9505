import { useState } from 'react';
import { useKeys } from './keys.ts';

type ListKeys = {
  /** Ids in the order they are shown. */
  readonly ids: readonly string[];
  readonly onOpen: (id: string) => void;
  /** Called when the active row changed by key, to bring it into sight. */
  readonly onMove: (id: string) => void;
  readonly onSelect?: ((id: string) => void) | undefined;
};

/** J and K move the active row, Enter opens it, X selects it. Answers the active id and its setter. */
export function useListKeys({
  ids,
  onOpen,
  onMove,
  onSelect,
}: ListKeys): readonly [string | undefined, (id: string | undefined) => void] {
  const [active, setActive] = useState<string>();
  const move = (by: number) => {
    const at = active === undefined ? -1 : ids.indexOf(active);
    const next = ids[at < 0 ? (by > 0 ? 0 : ids.length - 1) : Math.min(ids.length - 1, Math.max(0, at + by))];
    if (next === undefined) return;
    setActive(next);
    onMove(next);
  };
  const withActive = (action: ((id: string) => void) | undefined) => () => {
    if (active !== undefined && ids.includes(active)) action?.(active);
  };
  useKeys([
    { keys: 'j', label: 'Next', group: 'In a list', quiet: true, run: () => move(1) },
    { keys: 'k', label: 'Previous', group: 'In a list', quiet: true, run: () => move(-1) },
    { keys: 'arrowdown', label: 'Next', group: 'In a list', quiet: true, run: () => move(1) },
    { keys: 'arrowup', label: 'Previous', group: 'In a list', quiet: true, run: () => move(-1) },
    { keys: 'enter', label: 'Open', group: 'In a list', quiet: true, run: withActive(onOpen) },
    ...(onSelect
      ? [{ keys: 'x', label: 'Select', group: 'In a list' as const, quiet: true, run: withActive(onSelect) }]
      : []),
  ]);
  return [active, setActive];
}
