import { Slot } from 'radix-ui';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Kbd } from './kbd.tsx';

const patience = 400;
/** So long after one was seen the next shows at once, and so long the pointer may take from the control to its text. */
const grace = 150;
const gap = 6;
const margin = 8;

type Side = 'bottom' | 'right';

type TooltipProps = {
  readonly text: ReactNode;
  readonly shortcut?: string | undefined;
  readonly children: ReactNode;
  /** @defaultValue bottom */
  readonly side?: Side | undefined;
};

let closeShown: (() => void) | undefined;
let closedAt = Number.NEGATIVE_INFINITY;

/** Whether the text is to be seen, and what changes it. */
function useShown() {
  const [shown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const close = useRef(() => {
    clearTimeout(timer.current);
    if (closeShown === close.current) {
      closeShown = undefined;
      closedAt = performance.now();
    }
    setShown(false);
  });
  const show = () => {
    clearTimeout(timer.current);
    if (closeShown !== close.current) closeShown?.();
    closeShown = close.current;
    setShown(true);
  };
  const wait = (act: () => void, time: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, time);
  };
  useEffect(() => close.current, []);
  useEffect(() => {
    if (!shown) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close.current();
    document.addEventListener('keydown', onKey);
    document.addEventListener('scroll', close.current, { capture: true, passive: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('scroll', close.current, { capture: true });
    };
  }, [shown]);
  return {
    shown,
    show,
    close: close.current,
    showSoon: () => wait(show, closeShown || performance.now() - closedAt < grace ? 0 : patience),
    closeSoon: () => wait(close.current, grace),
    stay: () => clearTimeout(timer.current),
  };
}

/** Where a text of this size is beside its control, in the window's pixels: on the other side where it would not fit. */
function placeAt(control: DOMRect, { width, height }: DOMRect, side: Side): { left: number; top: number } {
  const within = (start: number, size: number, whole: number) =>
    Math.max(margin, Math.min(start, whole - size - margin));
  const beyond = (start: number, end: number, size: number, whole: number) =>
    end + gap + size + margin <= whole ? end + gap : Math.max(margin, start - gap - size);
  if (side === 'right') {
    return {
      left: beyond(control.left, control.right, width, innerWidth),
      top: within(control.top + (control.height - height) / 2, height, innerHeight),
    };
  }
  return {
    left: within(control.left + (control.width - width) / 2, width, innerWidth),
    top: beyond(control.top, control.bottom, height, innerHeight),
  };
}

function usePlace(control: RefObject<HTMLElement | null>, side: Side) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!control.current || !box.current) return;
    const { left, top } = placeAt(control.current.getBoundingClientRect(), box.current.getBoundingClientRect(), side);
    Object.assign(box.current.style, { left: `${left}px`, top: `${top}px` });
  });
  return box;
}

type BoxProps = Omit<TooltipProps, 'children'> & {
  readonly id: string;
  readonly control: RefObject<HTMLElement | null>;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
};

function Box({ id, control, text, shortcut, side, onEnter, onLeave }: BoxProps) {
  const box = usePlace(control, side ?? 'bottom');
  return (
    <div
      ref={box}
      role="tooltip"
      id={id}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fade-in fixed z-50 flex max-w-80 items-center gap-2 rounded-control border border-line bg-raised px-2 py-1 text-small text-fg shadow-float"
    >
      {text}
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </div>
  );
}

/** Text on hover and on focus by the keyboard, for one control. */
export function Tooltip({ text, shortcut, children, side }: TooltipProps) {
  const id = useId();
  const control = useRef<HTMLElement>(null);
  const { shown, show, close, showSoon, closeSoon, stay } = useShown();
  return (
    <>
      <Slot.Root
        ref={control}
        aria-describedby={shown ? id : undefined}
        onPointerEnter={({ pointerType }) => pointerType !== 'touch' && showSoon()}
        onPointerLeave={closeSoon}
        onPointerDown={close}
        onClick={close}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && show()}
        onBlur={close}
      >
        {children}
      </Slot.Root>
      {shown &&
        createPortal(
          <Box {...{ id, control, text, shortcut, side }} onEnter={stay} onLeave={closeSoon} />,
          document.querySelector('main') ?? document.body,
        )}
    </>
  );
}
