/** How good an agent's work is to be expected with its context as full as it is. */
export type ContextBand = 'best' | 'good' | 'degrading' | 'poor';

/** @param fill share of the context window in use, 0–1 */
export function contextBand(fill: number): ContextBand {
  if (fill <= 0.3) return 'best';
  if (fill <= 0.5) return 'good';
  return fill <= 0.7 ? 'degrading' : 'poor';
}
