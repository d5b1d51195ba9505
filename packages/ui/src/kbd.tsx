import { cx } from './cx.ts';

type KbdProps = { readonly children: string; readonly tone?: 'plain' | 'accent' | undefined };

/** A key cap; `g t` is drawn as two. Hidden from assistive programs, which get `aria-keyshortcuts` instead. */
export function Kbd({ children, tone = 'plain' }: KbdProps) {
  return (
    <span aria-hidden="true" className="hidden items-center gap-1 md:inline-flex">
      {children.split(' ').map((cap) => (
        <kbd
          key={cap}
          className={cx(
            'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-key px-1 font-sans text-meta font-medium',
            tone === 'accent' ? 'bg-accent-key text-on-accent' : 'border border-line-2 bg-raised text-fg-2',
          )}
        >
          {cap}
        </kbd>
      ))}
    </span>
  );
}
