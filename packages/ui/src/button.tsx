import { cva, type VariantProps } from 'class-variance-authority';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';

const look = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-1.5 rounded-control font-medium whitespace-nowrap disabled:bg-active disabled:text-fg-mute disabled:border-transparent',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:bg-accent-hover',
        outline: 'border border-line-2 bg-raised text-fg hover:bg-hover',
        quiet: 'text-fg-2 hover:bg-hover hover:text-fg',
        danger: 'border border-line-2 bg-raised text-danger-fg hover:bg-hover',
        'danger-filled': 'bg-danger text-on-accent hover:bg-danger-hover',
      },
      size: {
        small: 'h-6 px-2 text-small',
        medium: 'h-7 px-2.5 text-base',
        large: 'h-11 px-4 text-doc',
      },
    },
    defaultVariants: { variant: 'outline', size: 'medium' },
  },
);

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> &
  VariantProps<typeof look> & {
    readonly icon?: ReactNode;
    /** The key that does the same, shown as a cap at the end. */
    readonly shortcut?: string | undefined;
    readonly className?: string | undefined;
    readonly ref?: Ref<HTMLButtonElement> | undefined;
  };

/** A button of 28 px (24 small, 44 large). `primary` is for the one action a screen is about. */
export function Button({ variant, size, icon, shortcut, className, children, ref, type, ...rest }: ButtonProps) {
  return (
    <button ref={ref} type={type ?? 'button'} className={cx(look({ variant, size }), className)} {...rest}>
      {icon}
      {children}
      {shortcut && !rest.disabled && <Kbd tone={variant === 'primary' ? 'accent' : 'plain'}>{shortcut}</Kbd>}
    </button>
  );
}
