import { ChevronsUpDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';
import { cx } from './cx.ts';

export type SelectOption = { readonly value: string; readonly label: string };

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'children'> & {
  readonly options: readonly SelectOption[];
  readonly className?: string | undefined;
};

/** The browser's own list of choices in our frame: right on a phone, and free of injected style. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className={cx('relative flex items-center', className)}>
      <select
        className="h-8 w-full max-md:h-11 appearance-none truncate rounded-control border border-line-2 bg-raised pr-8 pl-2.5 text-base text-fg hover:border-fg-mute focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent-soft disabled:bg-active disabled:text-fg-mute"
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronsUpDown aria-hidden="true" className="pointer-events-none absolute right-2.5 size-3.5 text-fg-mute" />
    </span>
  );
}
