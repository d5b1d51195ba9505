import { useCallback, useState } from 'react';
import { readStored, removeStored, writeStored } from './stored.ts';

/**
 * Text that survives closing the form, the tab and the browser, until it is sent.
 * @returns the text, its setter, and what forgets the draft and goes back to `initial`.
 */
export function useDraft(name: string, initial: string): readonly [string, (text: string) => void, () => void] {
  const key = `cw.draft.${name}`;
  const [text, setText] = useState(() => readStored(key) ?? initial);
  const set = useCallback(
    (next: string) => {
      setText(next);
      if (next.trim() === '') removeStored(key);
      else writeStored(key, next);
    },
    [key],
  );
  const clear = useCallback(() => {
    removeStored(key);
    setText(initial);
  }, [key, initial]);
  return [text, set, clear];
}
