import type { TaskState } from '../../data/api-types.ts';
import { pathOf, sides } from './edge-path.ts';
import { routeKey } from './graph-parts.ts';
import { type GraphLink, type GraphView, isBlocking } from './graph-view.ts';
import { type Layout, nodeWidth } from './layered-layout.ts';
import type { Colors, ColorToken } from './use-colors.ts';
import { nodeHeight } from './use-layout.ts';

/** A whole graph as a few shapes, in its own measures: what is too small to read is painted, not built from elements. */
export type Picture = {
  readonly boxes: ReadonlyMap<TaskState, Path2D>;
  readonly lines: Path2D;
  /** Of links that no task waits for. */
  readonly quiet: Path2D;
  readonly critical: { readonly boxes: Path2D; readonly lines: Path2D };
};

/** The shapes of a graph. */
export function pictureOf(view: GraphView, { places, routes }: Layout, showCritical: boolean): Picture {
  const boxes = new Map<TaskState, Path2D>();
  const critical = { boxes: new Path2D(), lines: new Path2D() };
  const [lines, quiet] = [new Path2D(), new Path2D()];
  const linesOf = (link: GraphLink, isStep: boolean) => (!isBlocking(link) ? quiet : isStep ? critical.lines : lines);
  const { ids } = view.critical;
  const onPath = new Set(showCritical ? ids : []);
  const steps = new Set(showCritical ? ids.slice(1).map((id, index) => routeKey([ids[index] ?? '', id])) : []);
  const heights = new Map(view.rows.map((row) => [row.id, nodeHeight(row)]));
  for (const row of view.rows) {
    const place = places.get(row.id);
    if (!place) continue;
    const path = boxes.get(row.state) ?? new Path2D();
    boxes.set(row.state, path);
    const box = [place.x, place.y, nodeWidth, nodeHeight(row), 14] as const;
    path.roundRect(...box);
    if (onPath.has(row.id)) critical.boxes.roundRect(...box);
  }
  for (const link of view.links) {
    const [from, to] = [places.get(link.from), places.get(link.to)];
    if (!from || !to) continue;
    const key = routeKey([link.from, link.to]);
    const { start, end } = sides(
      { ...from, height: heights.get(link.from) ?? 0 },
      { ...to, height: heights.get(link.to) ?? 0 },
    );
    const path = new Path2D(pathOf(start, routes.get(key) ?? [], end));
    linesOf(link, steps.has(key)).addPath(path);
  }
  return { boxes, lines, quiet, critical };
}

type Size = { readonly width: number; readonly height: number };
type Scene = {
  readonly picture: Picture;
  readonly colors: Colors;
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
};

/** Paints a picture as it looks from a point of view, onto a canvas of this size on the screen. */
export function paint(canvas: HTMLCanvasElement, size: Size, { picture, colors, x, y, zoom }: Scene): void {
  const scale = window.devicePixelRatio;
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.resetTransform();
  context.clearRect(0, 0, width, height);
  const color = (token: ColorToken) => colors.get(token) ?? 'grey';
  context.setTransform(zoom * scale, 0, 0, zoom * scale, x * scale, y * scale);
  const line = 1 / zoom;
  context.lineWidth = line;
  context.strokeStyle = color('--graph-line');
  context.stroke(picture.lines);
  context.globalAlpha = 0.4;
  context.stroke(picture.quiet);
  context.globalAlpha = 1;
  for (const [state, path] of picture.boxes) {
    context.fillStyle = color(stateColor(state));
    context.fill(path);
  }
  context.strokeStyle = color('--fg');
  context.lineWidth = 2 * line;
  context.stroke(picture.critical.lines);
  context.stroke(picture.critical.boxes);
}

const named: Readonly<Record<string, ColorToken>> = {
  open: '--st-open',
  ready: '--st-ready',
  'in-progress': '--st-running',
  'needs-you': '--st-needs',
  limited: '--st-limited',
  verifying: '--st-verifying',
  merging: '--st-merging',
  done: '--st-done',
  failed: '--st-failed',
  cancelled: '--st-cancelled',
};

function stateColor(state: TaskState): ColorToken {
  return named[state] ?? '--st-waiting';
}
