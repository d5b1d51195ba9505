import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import { Tooltip } from './tooltip.tsx';

type IconButtonProps = Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'aria-label' | 'title' | 'children' | 'className'
> & {
  /** What it does: its accessible name and the text on hover. */
  readonly label: string;
  readonly shortcut?: string | undefined;
  readonly children: ReactNode;
  readonly size?: 'small' | 'medium' | 'large' | undefined;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
};

const sizes = { small: 'size-6', medium: 'size-7', large: 'size-11' } as const;

/** A square button of an icon alone. */
export function IconButton({
  label,
  shortcut,
  children,
  size = 'medium',
  className,
  ref,
  type,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <button
        ref={ref}
        type={type ?? 'button'}
        aria-label={label}
        className={cx(
          'inline-flex shrink-0 items-center justify-center rounded-control text-fg-2 hover:bg-hover hover:text-fg disabled:text-fg-mute disabled:hover:bg-transparent data-[state=open]:bg-active data-[state=open]:text-fg [&_svg]:size-4 [&_svg]:stroke-[1.75]',
          sizes[size],
          className,
        )}
        {...rest}
      >
        {children}
      </button>
    </Tooltip>
  );
}
