import { useCallback, useEffect, useRef, useState } from 'react';
import { type KeyBinding, useKeys } from './keys.ts';

type ListKeys = {
  /** Ids in the order they are shown. */
  readonly ids: readonly string[];
  readonly onOpen: (id: string) => void;
  /** Called when the active row changed by key, to bring it into sight. */
  readonly onMove: (id: string) => void;
  readonly onSelect?: ((id: string) => void) | undefined;
  /** Selects everything from the row that was selected last to this one. */
  readonly onSelectTo?: ((id: string) => void) | undefined;
};

/** J and K move the active row, Enter opens it, X selects it. Answers the active id and its setter. */
export function useListKeys({
  ids,
  onOpen,
  onMove,
  onSelect,
  onSelectTo,
}: ListKeys): readonly [string | undefined, (id: string | undefined) => void] {
  const [active, setActive] = useState<string>();
  const neighbour = (by: number): string | undefined => {
    const at = active === undefined ? -1 : ids.indexOf(active);
    return ids[at < 0 ? (by > 0 ? 0 : ids.length - 1) : Math.min(ids.length - 1, Math.max(0, at + by))];
  };
  const goTo = (id: string | undefined) => {
    if (id === undefined) return;
    setActive(id);
    onMove(id);
  };
  const move = (by: number) => goTo(neighbour(by));
  const extend = (by: number) => {
    const next = neighbour(by);
    if (active !== undefined) onSelectTo?.(active);
    goTo(next);
    if (next !== undefined) onSelectTo?.(next);
  };
  const withActive = (action: ((id: string) => void) | undefined) => () => {
    if (active !== undefined && ids.includes(active)) action?.(active);
  };
  const key = (keys: string, label: string, run: () => void): KeyBinding => ({
    keys,
    label,
    run,
    group: 'In a list',
    quiet: true,
  });
  useKeys([
    key('j', 'Next', () => move(1)),
    key('k', 'Previous', () => move(-1)),
    key('arrowdown', 'Next', () => move(1)),
    key('arrowup', 'Previous', () => move(-1)),
    key('home', 'First', () => goTo(ids[0])),
    key('end', 'Last', () => goTo(ids.at(-1))),
    key('enter', 'Open', withActive(onOpen)),
    ...(onSelect ? [key('x', 'Select', withActive(onSelect))] : []),
    ...(onSelectTo
      ? [
          key('shift+x', 'Select up to here', withActive(onSelectTo)),
          key('shift+j', 'Select and go down', () => extend(1)),
          key('shift+k', 'Select and go up', () => extend(-1)),
          key('shift+arrowdown', 'Select and go down', () => extend(1)),
          key('shift+arrowup', 'Select and go up', () => extend(-1)),
        ]
      : []),
  ]);
  return [active, setActive];
}

function focusRow(id: string): boolean {
  const row = document.getElementById(id);
  row?.scrollIntoView({ block: 'nearest' });
  row?.querySelector('a')?.focus({ preventScroll: true });
  return row !== null;
}

/** Brings a row, known by the id of its element, into sight and its link into focus, at once or when it is drawn. */
function useRowFocus(): (id: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current !== undefined && focusRow(wanted.current)) wanted.current = undefined;
  });
  return useCallback((id) => {
    wanted.current = focusRow(id) ? undefined : id;
  }, []);
}

type LinkKeys = Pick<ListKeys, 'ids' | 'onOpen'> & {
  /** What is shown beside the list: it changes with the active row. */
  readonly openId: string | undefined;
  /** Draws a row that is out of sight; left out where all rows are drawn. */
  readonly onMove?: ((id: string) => void) | undefined;
};

/** The same keys for rows that are links, each in an element with its id: the active one has the focus. */
export function useLinkKeys({ ids, openId, onOpen, onMove }: LinkKeys): string | undefined {
  const focus = useRowFocus();
  const [active, setActive] = useListKeys({
    ids,
    onOpen,
    onMove: (id) => {
      onMove?.(id);
      focus(id);
      if (openId !== undefined) onOpen(id);
    },
  });
  useEffect(() => {
    if (openId !== undefined) setActive(openId);
  }, [openId, setActive]);
  return active;
}
