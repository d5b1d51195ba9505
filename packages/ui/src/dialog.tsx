import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { openedFrom } from './opened-from.ts';

type DialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** Keeps the title for assistive programs only. */
  readonly titleHidden?: boolean | undefined;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly width?: 'small' | 'medium' | 'large' | undefined;
  /** Near the top of the window instead of its middle: for palettes. */
  readonly high?: boolean | undefined;
  /** Hears keys from anywhere in the window, its buttons too. */
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
};

const widths = { small: 'max-w-105', medium: 'max-w-140', large: 'max-w-220' } as const;

/**
 * A modal window: focus stays inside, Escape closes. The scrim is our own element, because the primitive's locks
 * scrolling by an injected style sheet, which the content security policy forbids and this frame does not need.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  titleHidden,
  description,
  children,
  footer,
  width,
  high,
  onKeyDown,
}: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState<{ readonly open: boolean; readonly from?: HTMLElement | undefined }>({
    open: false,
  });
  // Asked before anything in the window takes the focus.
  if (last.open !== open) setLast({ open, from: open ? openedFrom() : last.from });
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="fade-in fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          ref={content}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            content.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            if (!last.from?.isConnected) return;
            event.preventDefault();
            last.from.focus();
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fade-in fixed left-1/2 z-40 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-24px)] -translate-x-1/2 flex-col rounded-card border border-line bg-bg shadow-float focus:outline-none',
            high ? 'top-[12vh] max-h-[76vh]' : 'top-1/2 -translate-y-1/2',
            widths[width ?? 'medium'],
          )}
        >
          <div className={titleHidden ? 'sr-only' : 'flex items-start gap-2 px-5 pt-4 pb-2'}>
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-panel font-semibold">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-fg-2">{description}</Radix.Description>}
            </div>
            {!titleHidden && (
              <Radix.Close asChild>
                <IconButton label="Close" className="max-md:-my-2 max-md:-mr-2 max-md:size-11">
                  <X />
                </IconButton>
              </Radix.Close>
            )}
          </div>
          <div className={cx('min-h-0 flex-1 overflow-y-auto', !titleHidden && 'px-5 pt-1 pb-4 empty:pt-0 empty:pb-2')}>
            {children}
          </div>
          {footer && (
            <div className="flex items-center justify-end gap-2 border-t border-line px-5 py-3 max-md:[&_button:not([role=checkbox])]:h-11">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
