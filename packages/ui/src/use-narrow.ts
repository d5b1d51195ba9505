import { useSyncExternalStore } from 'react';

const narrow = typeof matchMedia === 'function' ? matchMedia('(max-width: 767px)') : undefined;

function follow(listener: () => void): () => void {
  narrow?.addEventListener('change', listener);
  return () => narrow?.removeEventListener('change', listener);
}

/** True on a screen as narrow as a phone's, where what is touched is 44 px high. */
export function useNarrow(): boolean {
  return useSyncExternalStore(follow, () => narrow?.matches ?? false);
}
