import { IconButton } from '@cw/ui';
import { Maximize, Minus, Plus } from '@cw/ui/icons';
import { Panel, useReactFlow, useStore } from '@xyflow/react';
import type { Layout } from './layered-layout.ts';

/** How near the graph is, and buttons for those who do not pinch. */
export function GraphZoom({ layout }: { readonly layout: Layout }) {
  const { zoomIn, zoomOut, fitBounds } = useReactFlow();
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  return (
    <Panel
      position="top-right"
      className="flex items-center rounded-control border border-line-2 bg-raised p-0.5 [&_button]:pointer-coarse:size-11"
    >
      <IconButton label="Zoom out" size="small" onClick={() => void zoomOut()}>
        <Minus />
      </IconButton>
      <span className="w-12 text-center text-small text-fg-2 tabular-nums">{percent} %</span>
      <IconButton label="Zoom in" size="small" onClick={() => void zoomIn()}>
        <Plus />
      </IconButton>
      <span aria-hidden="true" className="mx-1 h-4 w-px bg-line-2" />
      <IconButton
        label="Fit everything"
        size="small"
        onClick={() => void fitBounds({ x: 0, y: 0, width: layout.width, height: layout.height }, { padding: 0.06 })}
      >
        <Maximize />
      </IconButton>
    </Panel>
  );
}
