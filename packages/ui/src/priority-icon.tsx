import { cx } from './cx.ts';

export type PriorityName = 'P0' | 'P1' | 'P2' | 'P3';

export const priorityNames = { P0: 'P0 Critical', P1: 'P1 High', P2: 'P2 Medium', P3: 'P3 Low' } as const;

const barsOf = { P1: 3, P2: 2, P3: 1 } as const;

/** The priority's own glyph: a red square with an exclamation mark, or three, two, one bars. */
export function PriorityIcon({
  priority,
  bare,
}: {
  readonly priority: PriorityName;
  readonly bare?: boolean | undefined;
}) {
  const name = priorityNames[priority];
  return (
    <svg
      viewBox="0 0 14 14"
      width={14}
      height={14}
      className="shrink-0"
      role="img"
      aria-label={name}
      aria-hidden={bare ? true : undefined}
    >
      <title>{name}</title>
      {priority === 'P0' ? (
        <>
          <rect x="1" y="1" width="12" height="12" rx="3" className="fill-st-failed" />
          <path d="M7 4v3.6M7 10v.2" className="stroke-on-accent" strokeWidth="1.75" strokeLinecap="round" />
        </>
      ) : (
        [0, 1, 2].map((bar) => (
          <rect
            key={bar}
            x={1 + bar * 4.5}
            y={8 - bar * 3}
            width="3"
            height={5 + bar * 3}
            rx="1"
            className={cx('fill-fg-2', bar >= barsOf[priority] && 'opacity-28')}
          />
        ))
      )}
    </svg>
  );
}
