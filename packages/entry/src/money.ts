/** US dollars with cents: `$1.36`, `≈$0.12` for an estimate. Below one cent, `<$0.01`, whether estimated or not. */
export function money(usd: number, estimated = false): string {
  if (usd > 0 && usd < 0.01) return '<$0.01';
  return `${estimated ? '≈' : ''}$${usd.toFixed(2)}`;
}
