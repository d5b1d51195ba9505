import { Button, EmptyState, SkeletonRows } from '@cw/ui';
import { Workflow } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ReactFlowProvider } from '@xyflow/react';
import { useCallback, useMemo, useState } from 'react';
import { trpc } from '../../data/api.ts';
import type { GraphEdge, TaskRow } from '../../data/api-types.ts';
import { QueryView } from '../../data/query-view.tsx';
import { plural } from '../../entities/text/format.ts';
import { useKeys } from '../../frame/keys.ts';
import { GraphCanvas } from './graph-canvas.tsx';
import { GraphLegend } from './graph-legend.tsx';
import { GraphOutline } from './graph-outline.tsx';
import { readingOrder } from './graph-steps.ts';
import { GraphToolbar } from './graph-toolbar.tsx';
import { graphView, isBlocking } from './graph-view.ts';
import { useGraphParts } from './use-graph-parts.ts';
import { useLayout } from './use-layout.ts';

/** More than a browser can draw and a person can read. */
const mostTasks = 3000;

type TaskGraphProps = {
  readonly rows: readonly TaskRow[];
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly complete: boolean;
};

/** The tasks by what waits for what. */
export function TaskGraph(props: TaskGraphProps) {
  const { project } = useSearch({ from: '/tasks' }) as { project?: string | undefined };
  const edges = useQuery(trpc.tasks.graph.queryOptions({ projectId: project }));
  return (
    <QueryView query={edges} what="The links between tasks" pending={<SkeletonRows label="Loading the graph" />}>
      {({ items }) => <LoadedGraph {...props} edges={items} />}
    </QueryView>
  );
}

function LoadedGraph({
  rows,
  edges,
  openId,
  onOpen,
  complete,
}: TaskGraphProps & { readonly edges: readonly GraphEdge[] }) {
  const { focus } = useSearch({ from: '/tasks' });
  const navigate = useNavigate({ from: '/tasks' });
  const { shown, toggle } = useGraphParts();
  const [picked, setActive] = useState<string>();
  const [allLinks, hideOver] = [shown.has('links'), shown.has('collapse')];
  const view = useMemo(
    () => graphView(rows, edges, { allLinks, hideOver, focus }),
    [rows, edges, allLinks, hideOver, focus],
  );
  const tooMany = view.rows.length > mostTasks;
  const layout = useLayout(tooMany || !complete ? undefined : view);
  const titles = useMemo(() => new Map(rows.map(({ id, title }) => [id, title])), [rows]);
  const titleOf = useCallback((id: string) => titles.get(id) ?? id, [titles]);
  const order = useMemo(() => (layout ? readingOrder(layout) : []), [layout]);
  const known = (id: string | undefined) => (id !== undefined && layout?.places.has(id) ? id : undefined);
  const active = known(picked) ?? known(openId) ?? order[0];
  const chosen = known(picked) ?? known(openId);
  const onFocus = (on: boolean) =>
    void navigate({ to: '.', search: (before) => ({ ...before, focus: on ? chosen : undefined }) });
  useKeys([
    {
      keys: 'o',
      label: 'Only related to this task',
      group: 'In a list',
      run: () => (focus === undefined ? chosen && onFocus(true) : onFocus(false)),
    },
  ]);
  const critical = shown.has('critical');
  const showLinksOf = (type: GraphEdge['type']) => {
    if (!allLinks && !isBlocking({ type }) && type !== 'parent-child') toggle('links');
  };
  const shared = { view, showCritical: critical, openId, onOpen, titleOf };
  return (
    <>
      <GraphToolbar
        critical={view.critical}
        shown={shown}
        onToggle={toggle}
        focused={focus === undefined ? undefined : (titles.get(focus) ?? `${focus}, which is not among these tasks`)}
        active={chosen === undefined || chosen === focus ? undefined : titleOf(chosen)}
        onFocus={onFocus}
      />
      {tooMany || view.rows.length === 0 ? (
        <NoPicture count={view.rows.length} hidesDone={hideOver} onToggleDone={() => toggle('collapse')} />
      ) : !layout ? (
        <SkeletonRows label="Laying out the graph" />
      ) : shown.has('outline') ? (
        <GraphOutline {...shared} order={order} />
      ) : (
        <>
          <div className="min-h-0 flex-1">
            <ReactFlowProvider key={focus ?? ''}>
              <GraphCanvas {...shared} layout={layout} active={active} onActive={setActive} onLink={showLinksOf} />
            </ReactFlowProvider>
          </div>
          <GraphLegend view={view} />
        </>
      )}
    </>
  );
}

type NoPictureProps = { readonly count: number; readonly hidesDone: boolean; readonly onToggleDone: () => void };

/** Why there is no graph of these tasks: they are too many, or all of them are out of sight. */
function NoPicture({ count, hidesDone, onToggleDone }: NoPictureProps) {
  if (count === 0) {
    return (
      <EmptyState
        icon={<Workflow />}
        title="All of these are finished"
        action={<Button onClick={onToggleDone}>Show done</Button>}
      >
        “Collapse done” hides finished tasks.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<Workflow />}
      title={`${plural(count, 'task')} are too many to draw`}
      action={!hidesDone && <Button onClick={onToggleDone}>Collapse done</Button>}
    >
      Filter them above to {mostTasks.toLocaleString('en-US')} at most, or choose a project.
    </EmptyState>
  );
}
