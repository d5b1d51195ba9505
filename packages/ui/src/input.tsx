import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { cx } from './cx.ts';

const box =
  'w-full rounded-control border border-line-2 bg-raised text-base text-fg hover:border-fg-mute focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent-soft aria-invalid:border-st-failed disabled:bg-active disabled:text-fg-mute';

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & {
  readonly icon?: ReactNode;
  readonly className?: string | undefined;
  readonly mono?: boolean | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
};

/** A text field of one line, 32 px high (44 on a phone). */
export function Input({ icon, className, mono, ref, ...rest }: InputProps) {
  return (
    <span className={cx('relative flex items-center', className)}>
      {icon && <span className="pointer-events-none absolute left-2.5 text-fg-mute [&_svg]:size-3.5">{icon}</span>}
      <input
        ref={ref}
        autoComplete="off"
        spellCheck={mono ? false : undefined}
        className={cx(box, 'h-8 px-2.5 max-md:h-11', icon && 'pl-8', mono && 'font-mono text-small')}
        {...rest}
      />
    </span>
  );
}

type TextareaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> & {
  readonly className?: string | undefined;
  readonly mono?: boolean | undefined;
  /** Starts at one line instead of three. */
  readonly short?: boolean | undefined;
  readonly ref?: Ref<HTMLTextAreaElement> | undefined;
};

/** A text field of several lines that grows with its text where the browser can. */
export function Textarea({ className, mono, short, ref, ...rest }: TextareaProps) {
  return (
    <textarea
      ref={ref}
      spellCheck={mono ? false : undefined}
      className={cx(
        box,
        'field-sizing-content max-h-96 resize-none px-2.5 py-1.5',
        short ? 'min-h-8 max-md:min-h-11 max-md:py-2.5' : 'min-h-16',
        mono && 'font-mono text-small leading-5',
        className,
      )}
      {...rest}
    />
  );
}
