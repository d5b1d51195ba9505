import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type SegmentedProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly icon?: ReactNode;
    /** How many things are there; not shown where there are none. */
    readonly count?: number | undefined;
  }[];
  /** Shows icons alone where the window is narrow. */
  readonly compact?: boolean | undefined;
  /** As wide as there is room and as high as a finger where the window is narrow. */
  readonly tall?: boolean | undefined;
};

/** A choice of a few views, all in sight. */
export function Segmented({ label, value, onChange, options, compact, tall }: SegmentedProps) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => next && onChange(next)}
      className={cx(
        'inline-flex h-7 min-w-max items-center gap-0.5 rounded-control bg-active p-0.5',
        tall && 'max-md:h-11 max-md:w-full',
      )}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          title={compact ? option.label : undefined}
          className={cx(
            'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-key px-2 text-small font-medium whitespace-nowrap text-fg-2 hover:text-fg data-[state=on]:border data-[state=on]:border-line-2 data-[state=on]:bg-raised data-[state=on]:text-fg [&_svg]:size-3.5',
            tall && 'max-md:h-10 max-md:flex-1 max-md:justify-center max-md:px-1',
          )}
        >
          {option.icon}
          <span className={compact ? 'max-sm:sr-only' : undefined}>{option.label}</span>
          {option.count !== undefined && option.count > 0 && (
            <span className="font-normal tabular-nums">{option.count > 999 ? '999+' : option.count}</span>
          )}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
