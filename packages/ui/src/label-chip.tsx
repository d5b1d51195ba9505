import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const dots = [
  'bg-dot-1',
  'bg-dot-2',
  'bg-dot-3',
  'bg-dot-4',
  'bg-dot-5',
  'bg-dot-6',
  'bg-dot-7',
  'bg-dot-8',
  'bg-dot-9',
] as const;

function dotOf(name: string): string {
  let sum = 7;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 100_003;
  return dots[sum % dots.length] ?? dots[8];
}

/** A label of a task: 20 px, with a dot whose colour follows from the name. */
export function LabelTag({ name, onRemove }: { readonly name: string; readonly onRemove?: (() => void) | undefined }) {
  return (
    <span className="inline-flex h-5 max-w-36 shrink-0 items-center gap-1.5 rounded-label border border-line-2 px-1.5 text-meta text-fg-2">
      <span aria-hidden="true" className={cx('size-1.5 shrink-0 rounded-full', dotOf(name))} />
      <span className="truncate">{name}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove label ${name}`}
          className="touch-area text-fg-mute hover:text-fg max-md:-mx-1.5 max-md:px-1.5"
          onClick={onRemove}
        >
          <X aria-hidden="true" className="size-3" />
        </button>
      )}
    </span>
  );
}

type ChipProps = {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly removeLabel: string;
  readonly onRemove: () => void;
};

/** A filter in force: 24 px, with the cross that lifts it. */
export function Chip({ icon, children, removeLabel, onRemove }: ChipProps) {
  return (
    <span className="inline-flex h-6 max-w-72 shrink-0 items-center gap-1.5 rounded-control border border-line-2 bg-raised pl-2 text-small text-fg-2 whitespace-nowrap [&>svg]:size-3.5 [&>svg]:shrink-0">
      {icon}
      <span className="truncate">{children}</span>
      <button
        type="button"
        aria-label={removeLabel}
        className="flex h-full items-center rounded-control pr-1.5 pl-0.5 text-fg-mute hover:text-fg"
        onClick={onRemove}
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  );
}
