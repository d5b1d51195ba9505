import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useRef, useSyncExternalStore } from 'react';
import { StateIcon } from './state-icon.tsx';
import { dismissToast, onToastsChanged, shownToasts, type ToastEntry } from './toast.ts';

/** One message. Escape closes it where the focus is in it; elsewhere Escape means what is under the message. */
function Toast({ entry }: { readonly entry: ToastEntry }) {
  const stays = useRef(false);
  return (
    <Radix.Root
      open
      duration={entry.action ? 10_000 : 4500}
      onEscapeKeyDown={({ target }) => {
        stays.current = !(target instanceof Element && target.closest('[data-toast], [role="dialog"], [role="menu"]'));
        // Closing follows at once or not at all; what closes it later is no Escape.
        queueMicrotask(() => {
          stays.current = false;
        });
      }}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      onOpenChange={(open) => !open && !stays.current && dismissToast(entry.id)}
      data-toast
      className="fade-in flex items-center gap-2.5 rounded-card border border-line bg-raised py-2 pr-2 pl-3 shadow-float"
    >
      {entry.state && <StateIcon state={entry.state} bare />}
      <Radix.Title className="min-w-0 flex-1 wrap-anywhere">{entry.text}</Radix.Title>
      {entry.action && (
        <Radix.Action asChild altText={entry.action.label}>
          <button
            type="button"
            className="rounded-control px-2 py-1 font-medium text-accent-fg hover:bg-hover"
            onClick={entry.action.run}
          >
            {entry.action.label}
          </button>
        </Radix.Action>
      )}
      <Radix.Close aria-label="Dismiss" className="rounded-control p-1 text-fg-mute hover:bg-hover hover:text-fg">
        <X aria-hidden="true" size={14} />
      </Radix.Close>
    </Radix.Root>
  );
}

/** Where toasts appear. Written here because ready-made ones inject a style element, which the page's policy forbids. */
export function Toaster() {
  const shown = useSyncExternalStore(onToastsChanged, shownToasts);
  return (
    <Radix.Provider swipeDirection="down" label="Message">
      {shown.map((entry) => (
        <Toast key={entry.id} entry={entry} />
      ))}
      <Radix.Viewport className="fixed bottom-32 left-3 z-50 flex w-100 max-w-[calc(100vw-24px)] flex-col gap-2 outline-none md:right-4 md:bottom-12 md:left-auto" />
    </Radix.Provider>
  );
}
