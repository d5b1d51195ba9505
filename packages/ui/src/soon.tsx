import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { holdKeys } from './held-keys.ts';

function Coming({ onEscape }: { readonly onEscape: () => void }) {
  const close = useRef(onEscape);
  useLayoutEffect(() => {
    close.current = onEscape;
  });
  useLayoutEffect(() => holdKeys(() => close.current()), []);
  return null;
}

type SoonProps = {
  /** What Escape does while the window is fetched. */
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Around a window that is fetched when it is first asked for: it has the keyboard from the moment it is asked for. */
export function Soon({ onClose, children }: SoonProps) {
  return <Suspense fallback={<Coming onEscape={onClose} />}>{children}</Suspense>;
}
