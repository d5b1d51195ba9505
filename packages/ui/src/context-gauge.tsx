import { cx } from './cx.ts';

const bands = [
  { from: 0, to: 0.3, width: 'w-[30%]' },
  { from: 0.3, to: 0.5, width: 'w-[20%]' },
  { from: 0.5, to: 0.7, width: 'w-[20%]' },
  { from: 0.7, to: 1, width: 'w-[30%]' },
] as const;

function verdictOf(fill: number): { word: string; bar: string; text: string } {
  if (fill <= 0.3) return { word: 'best', bar: 'bg-gauge-good', text: 'text-gauge-good-fg' };
  if (fill <= 0.5) return { word: 'good', bar: 'bg-gauge-good', text: 'text-gauge-good-fg' };
  if (fill <= 0.7) return { word: 'degrading', bar: 'bg-gauge-degrading', text: 'text-gauge-degrading-fg' };
  return { word: 'poor', bar: 'bg-gauge-poor', text: 'text-gauge-poor-fg' };
}

type ContextGaugeProps = {
  /** Share of the context window in use, 0–1; `null` while nothing is known. */
  readonly fill: number | null;
  readonly label?: string | undefined;
  readonly marks?: boolean | undefined;
};

/** How full the model's context is, in the four bands of quality, with word and number. */
export function ContextGauge({ fill, label = 'Context', marks = true }: ContextGaugeProps) {
  const verdict = verdictOf(fill ?? 0);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex items-baseline justify-between gap-3 text-small">
        <span className="text-fg-3">{label}</span>
        {fill !== null && (
          <span className="font-medium whitespace-nowrap tabular-nums">
            {Math.round(fill * 100)} % <span className={verdict.text}>{verdict.word}</span>
          </span>
        )}
      </div>
      <div className="flex gap-0.5" aria-hidden="true">
        {bands.map((band) => {
          const share = Math.min(1, Math.max(0, ((fill ?? 0) - band.from) / (band.to - band.from)));
          return (
            <span key={band.from} className={cx('h-1 overflow-hidden rounded-full bg-track', band.width)}>
              <span className={cx('block h-full', verdict.bar)} style={{ width: `${share * 100}%` }} />
            </span>
          );
        })}
      </div>
      {marks && (
        <div className="relative h-3 text-meta leading-3 text-fg-3 tabular-nums" aria-hidden="true">
          <span className="absolute left-[30%] -translate-x-1/2">30</span>
          <span className="absolute left-[50%] -translate-x-1/2">50</span>
          <span className="absolute left-[70%] -translate-x-1/2">70</span>
        </div>
      )}
    </div>
  );
}
