import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { StateIcon } from './state-icon.tsx';
import { dismissToast, onToastsChanged, shownToasts } from './toast.ts';

/** Where toasts appear. Written here because ready-made ones inject a style element, which the page's policy forbids. */
export function Toaster() {
  const shown = useSyncExternalStore(onToastsChanged, shownToasts);
  return (
    <Radix.Provider swipeDirection="down" label="Message">
      {shown.map((entry) => (
        <Radix.Root
          key={entry.id}
          duration={entry.action ? 9000 : 4500}
          onOpenChange={(open) => !open && dismissToast(entry.id)}
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
      ))}
      <Radix.Viewport className="fixed bottom-32 left-3 z-50 flex w-100 max-w-[calc(100vw-24px)] flex-col gap-2 outline-none md:right-4 md:bottom-12 md:left-auto" />
    </Radix.Provider>
  );
}
