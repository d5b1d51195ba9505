export type PriorityName = 'P0' | 'P1' | 'P2' | 'P3';

export const priorityNames = { P0: 'P0 Critical', P1: 'P1 High', P2: 'P2 Medium', P3: 'P3 Low' } as const;

const bars = [0, 1, 2].map((bar) => barAt(1 + bar * 4.5, 5 + bar * 3));
const barsOf = { P1: 3, P2: 2, P3: 1 } as const;

/** A bar with round corners that stands on the line of all three. */
function barAt(left: number, height: number): string {
  const straight = height - 2;
  return `M${left} 12v-${straight}a1 1 0 0 1 1-1h1a1 1 0 0 1 1 1v${straight}a1 1 0 0 1-1 1h-1a1 1 0 0 1-1-1z`;
}

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
        <>
          <path d={bars.slice(0, barsOf[priority]).join('')} className="fill-fg-2" />
          <path d={bars.slice(barsOf[priority]).join('')} className="fill-fg-2" fillOpacity="0.28" />
        </>
      )}
    </svg>
  );
}
