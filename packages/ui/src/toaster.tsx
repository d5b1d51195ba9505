import { X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { StateIcon } from './state-icon.tsx';
import { dismissToast, onToastsChanged, shownToasts, type ToastEntry } from './toast.ts';

const [shortly, withAction] = [4_500, 10_000];

/** Dismisses a message when its time is up, unless somebody is at it; then its time begins anew. */
function useLifetime({ id, action }: ToastEntry, held: boolean): void {
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(id), action ? withAction : shortly);
    return () => clearTimeout(timer);
  }, [id, action, held]);
}

function Toast({ entry, held }: { readonly entry: ToastEntry; readonly held: boolean }) {
  const { id, state, text, action } = entry;
  useLifetime(entry, held);
  return (
    <li className="fade-in flex items-center gap-2.5 rounded-card border border-line bg-raised py-2 pr-2 pl-3 shadow-float max-md:py-0 max-md:pr-0">
      {state && <StateIcon state={state} bare />}
      <span className="min-w-0 flex-1 wrap-anywhere max-md:py-3">{text}</span>
      {action && (
        <button
          type="button"
          className="rounded-control px-2 py-1 font-medium text-accent-fg hover:bg-hover max-md:min-h-11 max-md:px-3"
          onClick={() => {
            dismissToast(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        className="flex items-center justify-center rounded-control p-1 text-fg-mute hover:bg-hover hover:text-fg max-md:size-11"
        onClick={() => dismissToast(id)}
      >
        <X aria-hidden="true" size={14} />
      </button>
    </li>
  );
}

/**
 * Where messages appear: announced as they come, reached by F8, kept while the pointer or the focus is on them. It is no
 * layer above windows and menus: Escape closes a message only from within, and else whatever lies open beneath.
 */
export function Toaster() {
  const shown = useSyncExternalStore(onToastsChanged, shownToasts);
  const [held, setHeld] = useState(false);
  const corner = useRef<HTMLElement>(null);
  const isEmpty = shown.length === 0;
  if (isEmpty && held) setHeld(false);
  useEffect(() => {
    const reach = (event: KeyboardEvent) => event.key === 'F8' && corner.current?.focus();
    window.addEventListener('keydown', reach);
    return () => window.removeEventListener('keydown', reach);
  }, []);
  return (
    <section
      ref={corner}
      aria-label="Messages, F8"
      aria-live="polite"
      tabIndex={-1}
      className="fixed bottom-32 left-3 z-50 w-100 max-w-[calc(100vw-24px)] outline-none empty:hidden md:right-4 md:bottom-12 md:left-auto"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => {
        const newest = shown.at(-1);
        if (event.key !== 'Escape' || newest === undefined) return;
        event.stopPropagation();
        dismissToast(newest.id);
      }}
    >
      {!isEmpty && (
        <ol className="flex flex-col gap-2">
          {shown.map((entry) => (
            <Toast key={entry.id} entry={entry} held={held} />
          ))}
        </ol>
      )}
    </section>
  );
}
