import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { cx } from './cx.ts';

type ScrollBoxProps = {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** Opens at its end, where a program says how it went. */
  readonly fromEnd?: boolean | undefined;
};

/** A box whose content may be larger than itself; it takes the focus, so that keys can scroll it. */
export function ScrollBox({ label, children, className, fromEnd = false }: ScrollBoxProps) {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (fromEnd && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [fromEnd]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section ref={box} aria-label={label} tabIndex={0} className={cx('overflow-auto', className)}>
      {children}
    </section>
  );
}

type TextBoxProps = { readonly label: string; readonly text: string; readonly className?: string | undefined };

/** Text of a program or file as it is, in mono on the sunken colour. */
export function TextBox({ label, text, className }: TextBoxProps) {
  return (
    <ScrollBox label={label} className={cx('rounded-card border border-line bg-sunken px-4 py-3', className)}>
      <pre className="text-small leading-5 whitespace-pre-wrap wrap-anywhere">
        {text || <span className="text-fg-3">empty</span>}
      </pre>
    </ScrollBox>
  );
}
