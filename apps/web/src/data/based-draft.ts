import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { readStored, removeStored, writeStored } from './stored.ts';

/** Text being written, and the text that it was begun from. */
export type BasedDraft = { readonly text: string; readonly base: string };

function readDraft(key: string): BasedDraft | undefined {
  const stored = readStored(key);
  if (stored === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== 'object' || value === null) return undefined;
    const [text, base] = [Reflect.get(value, 'text'), Reflect.get(value, 'base')];
    return typeof text === 'string' && typeof base === 'string' ? { text, base } : undefined;
  } catch {
    return undefined;
  }
}

export type DraftState = {
  /** Undefined while nobody writes. */
  readonly draft: BasedDraft | undefined;
  /** Begins to write, from what is there now. */
  readonly start: (base: string) => void;
  readonly write: (text: string) => void;
  /** Goes on with the same text on what is there now. */
  readonly rebase: (base: string) => void;
  readonly restore: (draft: BasedDraft) => void;
  /** Forgets it. */
  readonly clear: () => void;
  /** Forgets it once this text was sent; what was typed since goes on from there. */
  readonly sent: (text: string) => void;
};

/** A draft that knows what it was begun from; it survives closing the form, the tab and the browser, until it is sent. */
export function useBasedDraft(name: string): DraftState {
  const key = `cw.draft.${name}`;
  const [draft, setDraft] = useState(() => readDraft(key));
  const keep = useCallback(
    (next: BasedDraft) => {
      setDraft(next);
      if (next.text === next.base) removeStored(key);
      else writeStored(key, JSON.stringify(next));
    },
    [key],
  );
  const latest = useRef(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  });
  const clear = useCallback(() => {
    setDraft(undefined);
    removeStored(key);
  }, [key]);
  return {
    draft,
    start: (base) => keep({ text: base, base }),
    write: (text) => draft && keep({ ...draft, text }),
    rebase: (base) => draft && keep({ ...draft, base }),
    restore: keep,
    clear,
    sent: (text) => {
      const now = latest.current;
      if (now && now.text !== text) keep({ text: now.text, base: text });
      else clear();
    },
  };
}
