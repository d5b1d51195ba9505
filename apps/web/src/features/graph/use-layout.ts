import { useEffect, useRef, useState } from 'react';
import type { TaskRow } from '../../data/api-types.ts';
import { type LayoutEdge, routeKey } from './graph-parts.ts';
import type { GraphView } from './graph-view.ts';
import type { Layout } from './layered-layout.ts';
import type { LayoutJob } from './layout-worker.ts';
import LayoutWorker from './layout-worker.ts?worker';

const [oneLine, twoLines] = [60, 78];
const charactersALine = 22;
const nothing = { rows: [], links: [] } as const;

/** How high the node of a task is: its title has one line or two. */
export function nodeHeight({ title }: Pick<TaskRow, 'title'>): number {
  return title.length > charactersALine ? twoLines : oneLine;
}

type Answer = { readonly number: number; readonly layout: Layout };

type Shown = Pick<GraphView, 'rows' | 'links'>;

/**
 * Where everything stands, found by a worker; until it has an answer for what is new, the old one stays.
 * @param view undefined while it is not known what there is
 */
export function useLayout(view: Shown | undefined): Layout | undefined {
  const [layout, setLayout] = useState<Layout>();
  const worker = useRef<Worker>(undefined);
  const asked = useRef(0);
  useEffect(() => {
    const started = new LayoutWorker();
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.number === asked.current) setLayout(data.layout);
    };
    return () => started.terminate();
  }, []);
  const { rows, links } = view ?? nothing;
  const nodes = rows.map((row) => ({ id: row.id, height: nodeHeight(row) }));
  const edges = links.map(({ from, to }): LayoutEdge => [from, to]);
  const shape = `${nodes.map(({ id, height }) => `${id} ${height}`).sort()}\n${edges.map(routeKey).sort()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for nodes and edges; states change more often
  useEffect(() => {
    if (rows.length === 0) return;
    asked.current += 1;
    const job: LayoutJob = { number: asked.current, nodes, edges };
    worker.current?.postMessage(job);
  }, [shape]);
  return layout;
}
