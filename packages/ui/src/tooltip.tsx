import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Kbd } from './kbd.tsx';

export const TooltipProvider = Radix.Provider;

type TooltipProps = {
  readonly text: ReactNode;
  readonly shortcut?: string | undefined;
  readonly children: ReactNode;
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
};

/** Text on hover and on focus, for one control. */
export function Tooltip({ text, shortcut, children, side }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={document.querySelector('main')}>
        <Radix.Content
          side={side ?? 'bottom'}
          sideOffset={6}
          collisionPadding={8}
          className="fade-in z-50 flex max-w-80 items-center gap-2 rounded-control border border-line bg-raised px-2 py-1 text-small text-fg shadow-float"
        >
          {text}
          {shortcut && <Kbd>{shortcut}</Kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
