import { nodeWidth, type Point } from './layered-layout.ts';

type Box = Point & { readonly height: number };

/** Where a link leaves one node and reaches the other. */
export function sides(from: Box, to: Box): { readonly start: Point; readonly end: Point } {
  return {
    start: { x: from.x + nodeWidth, y: from.y + from.height / 2 },
    end: { x: to.x, y: to.y + to.height / 2 },
  };
}

function curve(from: Point, to: Point): string {
  const middle = (from.x + to.x) / 2;
  return `C ${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
}

/** A link as an SVG path: curves between columns, straight through those it passes, in an arc where it leads back. */
export function pathOf(start: Point, route: readonly Point[], end: Point): string {
  if (end.x < start.x) {
    return `M ${start.x} ${start.y} C ${start.x + 120} ${start.y - 90} ${end.x - 120} ${end.y - 90} ${end.x} ${end.y}`;
  }
  const parts = [`M ${start.x} ${start.y}`];
  let at = start;
  for (const pass of route) {
    parts.push(curve(at, pass));
    at = { x: pass.x + nodeWidth, y: pass.y };
    parts.push(`L ${at.x} ${at.y}`);
  }
  return `${parts.join(' ')} ${curve(at, end)}`;
}
