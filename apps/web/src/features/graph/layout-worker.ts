import type { LayoutEdge, LayoutNode } from './graph-parts.ts';
import { layOut } from './layered-layout.ts';

/** What is asked of the worker; it answers with the same number and the layout. */
export type LayoutJob = {
  readonly number: number;
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly LayoutEdge[];
};

addEventListener('message', ({ data: { number, nodes, edges } }: MessageEvent<LayoutJob>) => {
  postMessage({ number, layout: layOut(nodes, edges) });
});
