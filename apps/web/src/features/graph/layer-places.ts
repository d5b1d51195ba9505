import type { Spot } from './layer-order.ts';

const sweeps = 10;
const nodeGap = 18;
const passGap = 8;
const passWeight = 4;
const looseWeight = 0.05;

type Side = 'before' | 'after' | 'both';

/** The upper edge of each spot: near its neighbours, in the order of its column, nothing over anything else. */
export function placeLayers(layers: readonly (readonly Spot[])[]): ReadonlyMap<Spot, number> {
  const centres = new Map<Spot, number>();
  for (const layer of layers) {
    let y = 0;
    for (const [index, spot] of layer.entries()) {
      y += index === 0 ? 0 : apart(layer[index - 1], spot);
      centres.set(spot, y);
    }
  }
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const forward = sweep % 2 === 0;
    const side = sweep === sweeps - 1 ? 'both' : forward ? 'before' : 'after';
    for (const layer of forward ? layers : layers.toReversed()) settle(layer, centres, side);
  }
  return new Map([...centres].map(([spot, centre]) => [spot, centre - spot.height / 2]));
}

/** The least distance between the centres of two that stand under each other. */
function apart(upper: Spot | undefined, lower: Spot): number {
  if (!upper) return 0;
  const gap = upper.id === undefined || lower.id === undefined ? passGap : nodeGap;
  return (upper.height + lower.height) / 2 + gap;
}

type Block = { sum: number; weight: number; count: number };

/**
 * Moves each spot of a column to the middle of its neighbours, as far as the distances allow: of all places that keep
 * them, the one with the least sum of squares. Where an edge passes weighs more, so that long edges become straight.
 */
function settle(layer: readonly Spot[], centres: Map<Spot, number>, side: Side): void {
  const offsets: number[] = [];
  const blocks: Block[] = [];
  let offset = 0;
  for (const [index, spot] of layer.entries()) {
    offset += apart(layer[index - 1], spot);
    offsets.push(offset);
    blocks.push(wishOf(spot, offset, { centres, side }));
    mergeBack(blocks);
  }
  let at = 0;
  for (const block of blocks) {
    const base = block.sum / block.weight;
    for (let left = block.count; left > 0; left -= 1) {
      const spot = layer[at];
      if (spot) centres.set(spot, base + (offsets[at] ?? 0));
      at += 1;
    }
  }
}

type Near = { readonly centres: ReadonlyMap<Spot, number>; readonly side: Side };

/** Where a spot would be for itself, and how much that counts. */
function wishOf(spot: Spot, offset: number, { centres, side }: Near): Block {
  const near = side === 'both' ? [...spot.before, ...spot.after] : spot[side];
  if (near.length === 0)
    return { sum: ((centres.get(spot) ?? 0) - offset) * looseWeight, weight: looseWeight, count: 1 };
  const weight = spot.id === undefined ? passWeight : near.length;
  return { sum: (mean(near, centres) - offset) * weight, weight, count: 1 };
}

/** Joins the last block to those before it that would overlap with it. */
function mergeBack(blocks: Block[]): void {
  for (let last = blocks.pop(); last; last = blocks.pop()) {
    const before = blocks.at(-1);
    if (!before || before.sum / before.weight <= last.sum / last.weight) {
      blocks.push(last);
      return;
    }
    blocks.pop();
    blocks.push({
      sum: before.sum + last.sum,
      weight: before.weight + last.weight,
      count: before.count + last.count,
    });
  }
}

function mean(spots: readonly Spot[], centres: ReadonlyMap<Spot, number>): number {
  let sum = 0;
  for (const spot of spots) sum += centres.get(spot) ?? 0;
  return sum / spots.length;
}
