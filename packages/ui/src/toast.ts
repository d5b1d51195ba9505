import type { StateName } from './state-icon.tsx';

export type ToastMessage = {
  readonly text: string;
  readonly state?: StateName | undefined;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
};

export type ToastEntry = ToastMessage & { readonly id: number };

let entries: readonly ToastEntry[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly ToastEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

/** Says something in the corner for a few seconds; at most three at a time. */
export function toast(message: ToastMessage): void {
  change([...entries, { ...message, id: nextId++ }].slice(-3));
}

export function dismissToast(id: number): void {
  change(entries.filter((entry) => entry.id !== id));
}

/** Does what the newest message that offers “Undo” would do; says so when there is none. */
export function undoNewest(): void {
  const newest = entries.findLast((entry) => entry.action?.label === 'Undo');
  if (!newest) {
    toast({ text: 'No message offers to undo anything now.' });
    return;
  }
  dismissToast(newest.id);
  newest.action?.run();
}

export function shownToasts(): readonly ToastEntry[] {
  return entries;
}

export function onToastsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
