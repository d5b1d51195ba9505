import { formatCount, formatMoney } from '../text/format.ts';

type EstimateProps = { readonly estimated: boolean } & (
  | { readonly usd: number; readonly count?: undefined }
  | { readonly usd?: undefined; readonly count: number }
);

/** Money or a count, marked where it is counted from an agent's output and not yet told by its program. */
export function Estimate({ estimated, usd, count }: EstimateProps) {
  const text = usd === undefined ? `${estimated ? '≈' : ''}${formatCount(count)}` : formatMoney(usd, estimated);
  if (!estimated) return <span className="tabular-nums">{text}</span>;
  const isMarked = text.startsWith('≈');
  return (
    <span className="tabular-nums" title="Counted from its output, cost by list prices; final when the program ends.">
      {isMarked && (
        <span aria-hidden="true" className="text-fg-3">
          ≈
        </span>
      )}
      <span className="sr-only">about </span>
      {isMarked ? text.slice(1) : text}
    </span>
  );
}
