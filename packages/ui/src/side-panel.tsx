import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';

declare module 'react' {
  interface CSSProperties {
    readonly '--panel'?: string;
  }
}

/** How wide a panel beside a list may be, in px. */
const [narrowest, widest, step] = [360, 960, 24];
const usual = 428;

function within(width: number): number {
  return Math.round(Math.min(widest, window.innerWidth * 0.6, Math.max(narrowest, width)));
}

type SplitterProps = { readonly width: number; readonly onResize: (width: number) => void };

/** The edge between a list and its panel: dragged, or moved by the arrow keys; a double click brings the usual width back. */
function Splitter({ width, onResize }: SplitterProps) {
  const from = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const press = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width };
  };
  const drag = ({ clientX }: PointerEvent) => {
    if (from.current) onResize(within(from.current.width + from.current.x - clientX));
  };
  const letGo = () => {
    from.current = undefined;
  };
  const type = (event: KeyboardEvent) => {
    const by = { ArrowLeft: step, ArrowRight: -step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(within(width + by));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the panel"
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onDoubleClick={() => onResize(usual)}
      onKeyDown={type}
      className="absolute inset-y-0 -left-1 z-10 hidden w-2 cursor-col-resize touch-none outline-none after:absolute after:inset-y-0 after:left-1 after:w-px hover:after:bg-accent focus-visible:after:bg-accent lg:block"
    />
  );
}

type SidePanelProps = {
  readonly label: string;
  readonly head: ReactNode;
  readonly children: ReactNode;
  /** Takes the whole main area instead of its right side. */
  readonly page?: boolean | undefined;
  /** Where its width can be changed. */
  readonly size?: { readonly width: number | undefined; readonly onResize: (width: number) => void } | undefined;
};

/** Details beside a list, 428 px or as wide as somebody made it; on a narrow screen and as a page it takes the whole area. */
export function SidePanel({ label, head, children, page, size }: SidePanelProps) {
  const width = size?.width ?? usual;
  return (
    <section
      aria-label={label}
      style={page ? undefined : { '--panel': `${width}px` }}
      className={cx(
        'relative flex min-h-0 min-w-0 flex-col bg-bg',
        page ? 'flex-1' : 'w-full shrink-0 border-line lg:w-(--panel) lg:max-w-[60vw] lg:border-l',
      )}
    >
      <h1 className="sr-only lg:hidden">{label}</h1>
      <div className="flex h-10 shrink-0 items-center gap-1 border-b border-line px-4 max-md:h-12 max-md:pr-1 max-md:[&_button]:min-h-11 max-md:[&_button]:min-w-11">
        {head}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className={cx('flex flex-col px-5 py-5', page && 'mx-auto w-full max-w-170')}>{children}</div>
      </div>
      {size && !page && <Splitter width={width} onResize={size.onResize} />}
    </section>
  );
}

type SectionProps = { readonly title: string; readonly aside?: ReactNode; readonly children: ReactNode };

/** A titled part of a panel or rail. */
export function PanelSection({ title, aside, children }: SectionProps) {
  return (
    <section className="mt-5 flex flex-col gap-1.5">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h3 className="text-small font-medium text-fg-2">{title}</h3>
        <div className="flex items-center gap-1 text-small text-fg-3 tabular-nums">{aside}</div>
      </div>
      {children}
    </section>
  );
}
