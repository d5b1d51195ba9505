import type { GraphEdge, TaskRow } from '../../data/api-types.ts';
import { type CriticalPath, criticalPath } from './critical-path.ts';

/** A link as it is drawn: from what comes first to what comes after it. */
export type GraphLink = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly type: GraphEdge['type'];
  readonly unmet: boolean;
};

export type GraphOptions = {
  /** Links that only point, and parents of many, too. */
  readonly allLinks: boolean;
  readonly hideOver: boolean;
  /** Only this task, what it needs and what needs it, however far. */
  readonly focus: string | undefined;
};

export type GraphView = {
  readonly rows: readonly TaskRow[];
  readonly links: readonly GraphLink[];
  readonly critical: CriticalPath;
  /** How many finished tasks that are not shown each task follows. */
  readonly hiddenBefore: ReadonlyMap<string, number>;
};

const blocking: ReadonlySet<string> = new Set(['blocks', 'waits-for', 'on-failure']);

/** True for a link that can make a task wait. */
export function isBlocking({ type }: Pick<GraphLink, 'type'>): boolean {
  return blocking.has(type);
}

/** Lines to more children than these hide what waits for what. */
const mostChildren = 12;

/** Links from parents of a few children to these, among those that are shown. */
function familyLinks(links: readonly GraphLink[]): ReadonlySet<GraphLink> {
  const byParent = new Map<string, GraphLink[]>();
  for (const link of links) {
    if (link.type !== 'parent-child') continue;
    const family = byParent.get(link.from);
    if (family) family.push(link);
    else byParent.set(link.from, [link]);
  }
  return new Set([...byParent.values()].filter((family) => family.length <= mostChildren).flat());
}

function isOver({ state }: TaskRow): boolean {
  return state === 'done' || state === 'cancelled';
}

function toLink({ task, on, type, unmet }: GraphEdge): GraphLink {
  return { id: `${on} ${task} ${type}`, from: on, to: task, type, unmet };
}

/** What of the tasks and their links is drawn. */
export function graphView(
  all: readonly TaskRow[],
  edges: readonly GraphEdge[],
  { allLinks, hideOver, focus }: GraphOptions,
): GraphView {
  const known = new Map(all.map((row) => [row.id, row]));
  const links = edges.map(toLink).filter((link) => known.has(link.from) && known.has(link.to));
  const around = focus !== undefined && known.has(focus) ? neighbourhood(focus, links) : undefined;
  const near = around ? all.filter(({ id }) => around.has(id)) : all;
  const rows = hideOver ? near.filter((row) => !isOver(row) || row.id === focus) : near;
  const shown = new Set(rows.map(({ id }) => id));
  const hiddenBefore = new Map<string, number>();
  for (const link of links) {
    if (!isBlocking(link) || !shown.has(link.to) || shown.has(link.from)) continue;
    const before = known.get(link.from);
    if (before && isOver(before)) hiddenBefore.set(link.to, (hiddenBefore.get(link.to) ?? 0) + 1);
  }
  const between = links.filter((link) => shown.has(link.from) && shown.has(link.to));
  const family = familyLinks(between);
  const drawn = allLinks ? between : between.filter((link) => isBlocking(link) || family.has(link));
  return { rows, links: drawn, critical: criticalPath(rows, drawn.filter(isBlocking)), hiddenBefore };
}

/** A task, all that it waits for and all that waits for it, and what it is only linked to. */
function neighbourhood(id: string, links: readonly GraphLink[]): ReadonlySet<string> {
  const found = new Set([...reached(id, links, ['from', 'to']), ...reached(id, links, ['to', 'from'])]);
  for (const link of links) {
    if (link.from === id) found.add(link.to);
    if (link.to === id) found.add(link.from);
  }
  return found;
}

type Way = readonly [near: 'from' | 'to', far: 'from' | 'to'];

function reached(id: string, links: readonly GraphLink[], [near, far]: Way): ReadonlySet<string> {
  const next = new Map<string, string[]>();
  for (const link of links.filter(isBlocking)) {
    const list = next.get(link[near]);
    if (list) list.push(link[far]);
    else next.set(link[near], [link[far]]);
  }
  const seen = new Set([id]);
  for (const at of seen) for (const each of next.get(at) ?? []) seen.add(each);
  return seen;
}
