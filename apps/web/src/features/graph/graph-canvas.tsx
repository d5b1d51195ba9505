import { Background, BackgroundVariant, ReactFlow, useReactFlow, useStore, type Viewport } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useKeys } from '../../frame/keys.ts';
import { GraphEdge } from './graph-edge.tsx';
import { edgesOf, nodesOf } from './graph-elements.ts';
import { GraphFar } from './graph-far.tsx';
import { GraphLinking } from './graph-linking.tsx';
import { GraphNode, type TaskNode } from './graph-node.tsx';
import { GraphOverview } from './graph-overview.tsx';
import { pictureOf } from './graph-picture.ts';
import { GraphRefusal } from './graph-refusal.tsx';
import { readingOrder, type Step, stepFrom } from './graph-steps.ts';
import type { GraphLink, GraphView } from './graph-view.ts';
import { GraphZoom } from './graph-zoom.tsx';
import { type Layout, nodeWidth } from './layered-layout.ts';
import { useEdgeChanges } from './use-edge-changes.ts';
import { type DrawnType, useLinking } from './use-linking.ts';
import './graph.css';

type GraphCanvasProps = {
  readonly view: GraphView;
  readonly layout: Layout;
  readonly showCritical: boolean;
  readonly openId: string | undefined;
  readonly active: string | undefined;
  readonly onActive: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly titleOf: (id: string) => string;
  /** A link of this kind is about to be made. */
  readonly onLink: (type: DrawnType) => void;
};

const nodeTypes = { task: GraphNode };
const edgeTypes = { link: GraphEdge };
const nothing: [] = [];
/** Below this zoom no title can be read: then the graph is painted. */
const readable = 0.4;

const keys: readonly { readonly keys: string; readonly label: string; readonly step: Step }[] = [
  { keys: 'arrowleft', label: 'What it waits for', step: 'left' },
  { keys: 'arrowright', label: 'What waits for it', step: 'right' },
  { keys: 'arrowup', label: 'Above in the column', step: 'up' },
  { keys: 'arrowdown', label: 'Below in the column', step: 'down' },
];

/** On a narrow screen: more columns than one, in letters that can still be told apart. */
const narrowZoom = 0.5;

/** Where a graph opens: all of it where that can be read, else at the task that matters most. */
function firstView({ width, height, places }: Layout, id: string | undefined): Viewport {
  if (innerWidth < 768) {
    const zoom = Math.min(1, Math.max(narrowZoom, (innerWidth - 32) / width));
    const at = id === undefined ? undefined : places.get(id);
    const [x, y] = [width * zoom <= innerWidth ? 0 : (at?.x ?? 0), at?.y ?? 0];
    return { x: 16 - x * zoom, y: Math.min(84, 260 - y * zoom), zoom };
  }
  const place = id === undefined ? undefined : places.get(id);
  if (!place || (width < 1000 && height < 600)) return { x: 24, y: 64, zoom: 1 };
  return { x: Math.min(24, 266 - place.x), y: Math.min(64, 260 - place.y), zoom: 1 };
}

/** The graph itself: it pans and zooms, links are drawn by dragging from one task to another or in two steps, and keys go along them. */
export function GraphCanvas(props: GraphCanvasProps) {
  const { view, layout, showCritical, openId, active, onActive, onOpen, titleOf, onLink } = props;
  const flow = useReactFlow();
  const far = useStore(({ transform }) => transform[2] < readable);
  const picture = useMemo(() => pictureOf(view, layout, showCritical), [view, layout, showCritical]);
  const [chosen, setChosen] = useState<string>();
  const { pending, refused, refuse, dismiss, add, remove } = useEdgeChanges(titleOf);
  const linking = useLinking((from, to, type) => {
    if (view.links.some((link) => link.from === from && link.to === to && link.type === type)) {
      refuse(to, 'They are already linked like that.');
      return;
    }
    onLink(type);
    const parent = view.rows.find(({ id }) => id === to)?.parentId;
    const replaces = type === 'parent-child' && parent ? { from: parent, to, type } : undefined;
    void add({ from, to, type }, replaces);
  });
  const begun = linking.from !== undefined && active !== undefined && linking.from !== active;
  const preview = useMemo(
    () => (begun ? { from: linking.from ?? '', to: active, type: linking.type } : undefined),
    [begun, linking.from, linking.type, active],
  );
  const pick = (id: string) => {
    setChosen(undefined);
    onActive(id);
    if (linking.from === undefined) onOpen(id);
    else linking.go(id);
  };
  const wanted = useRef<string>(undefined);
  const takeFocus = useCallback((id: string) => {
    if (wanted.current !== id) return false;
    wanted.current = undefined;
    return true;
  }, []);
  const latest = useRef(remove);
  useEffect(() => {
    latest.current = remove;
  });
  const onRemove = useCallback((link: GraphLink) => {
    setChosen(undefined);
    void latest.current(link);
  }, []);
  const drawn = useRef<ReadonlyMap<string, TaskNode>>(new Map());
  const nodes = useMemo(() => {
    drawn.current = nodesOf(view, layout, { showCritical, openId, active, takeFocus }, drawn.current);
    return [...drawn.current.values()];
  }, [view, layout, showCritical, openId, active, takeFocus]);
  const edges = useMemo(
    () => edgesOf(view, layout, { showCritical, chosen, pending: pending ?? preview, titleOf, onRemove }),
    [view, layout, showCritical, chosen, pending, preview, titleOf, onRemove],
  );
  const [start] = useState(() => firstView(layout, openId ?? view.critical.ids[0]));
  const go = (step: Step) => {
    const inside = document.activeElement?.closest('.react-flow__node');
    const at = active ?? readingOrder(layout)[0];
    const next = inside && at ? stepFrom(layout, view.links, at, step) : at;
    const place = next && layout.places.get(next);
    if (!next || !place) return;
    wanted.current = next;
    onActive(next);
    reveal(flow, place);
    document.querySelector<HTMLElement>(`.react-flow__node[data-id="${next}"] button`)?.focus({ preventScroll: true });
    if (openId && linking.from === undefined) onOpen(next);
  };
  useKeys([
    ...keys.map(({ keys: key, label, step }) => ({
      keys: key,
      label,
      group: 'In a list' as const,
      quiet: true,
      run: () => go(step),
    })),
    {
      keys: 'delete',
      label: 'Remove the selected link',
      group: 'In a list',
      quiet: true,
      run: () => {
        const link = view.links.find(({ id }) => id === chosen);
        if (link) onRemove(link);
      },
    },
  ]);
  return (
    <ReactFlow
      nodes={far ? nothing : nodes}
      edges={far ? nothing : edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      defaultViewport={start}
      minZoom={0.05}
      maxZoom={1.5}
      onlyRenderVisibleElements
      nodesDraggable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      disableKeyboardA11y
      deleteKeyCode={null}
      panOnScroll
      zoomOnDoubleClick={false}
      proOptions={{ hideAttribution: true }}
      isValidConnection={({ source, target }) => source !== target}
      onConnect={({ source, target }) => linking.lead(source, target)}
      onNodeClick={(_, { id }) => pick(id)}
      onEdgeClick={(_, { id }) => setChosen(id)}
      onPaneClick={(event) => {
        setChosen(undefined);
        const id = far && nodeUnder(layout, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }));
        if (id) pick(id);
      }}
      aria-label="Graph of tasks"
    >
      {far ? (
        <GraphFar picture={picture} />
      ) : (
        <Background variant={BackgroundVariant.Dots} gap={22} size={1.2} color="var(--line-2)" />
      )}
      <GraphZoom layout={layout} />
      <GraphLinking linking={linking} active={active} titleOf={titleOf} />
      {refused && <GraphRefusal refused={refused} titleOf={titleOf} onDismiss={dismiss} />}
      <GraphOverview picture={picture} layout={layout} />
    </ReactFlow>
  );
}

type Flow = ReturnType<typeof useReactFlow>;

/** Brings a task into sight, moving no more than needed. */
function reveal(flow: Flow, { x, y }: { readonly x: number; readonly y: number }): void {
  const box = document.querySelector('.react-flow')?.getBoundingClientRect();
  if (!box) return;
  const { zoom } = flow.getViewport();
  const at = flow.flowToScreenPosition({ x, y });
  const margin = 40;
  const inside =
    at.x > box.left + margin &&
    at.y > box.top + margin &&
    at.x + nodeWidth * zoom < box.right - margin &&
    at.y + 78 * zoom < box.bottom - margin;
  if (!inside || zoom < readable) {
    void flow.setCenter(x + nodeWidth / 2, y + 39, { zoom: Math.max(zoom, readable) });
  }
}

function nodeUnder({ places }: Layout, at: { readonly x: number; readonly y: number }): string | undefined {
  for (const [id, { x, y }] of places) {
    if (at.x >= x && at.x <= x + nodeWidth && at.y >= y && at.y <= y + 78) return id;
  }
  return undefined;
}
