import { Panel, useReactFlow, useStore } from '@xyflow/react';
import { type PointerEvent, useLayoutEffect, useRef } from 'react';
import { type Picture, paint } from './graph-picture.ts';
import type { Layout } from './layered-layout.ts';
import { useColors } from './use-colors.ts';

const box = { width: 200, height: 130 } as const;
const margin = 8;

type GraphOverviewProps = { readonly picture: Picture; readonly layout: Layout };

/** All of the graph in a corner, with the part in sight; pressing on it goes there. */
export function GraphOverview({ picture, layout }: GraphOverviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const flow = useReactFlow();
  const colors = useColors();
  const zoom = Math.min(
    (box.width - 2 * margin) / Math.max(1, layout.width),
    (box.height - 2 * margin) / Math.max(1, layout.height),
    0.15,
  );
  const x = (box.width - layout.width * zoom) / 2;
  const y = (box.height - layout.height * zoom) / 2;
  useLayoutEffect(() => {
    if (canvas.current) paint(canvas.current, box, { picture, colors, x, y, zoom });
  }, [picture, x, y, zoom, colors]);
  const goTo = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return;
    const corner = event.currentTarget.getBoundingClientRect();
    const at = { x: (event.clientX - corner.left - x) / zoom, y: (event.clientY - corner.top - y) / zoom };
    void flow.setCenter(at.x, at.y, { zoom: flow.getZoom() });
  };
  return (
    <Panel position="bottom-right" className="hidden md:block">
      <div
        role="img"
        aria-label="Overview of the graph"
        className="nopan nowheel relative cursor-pointer overflow-hidden rounded-card border border-line-2 bg-raised"
        style={box}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          goTo(event);
        }}
        onPointerMove={goTo}
      >
        <canvas ref={canvas} className="size-full" />
        <InSight x={x} y={y} zoom={zoom} />
      </div>
    </Panel>
  );
}

/** The frame around what is in sight. */
function InSight({ x, y, zoom }: { readonly x: number; readonly y: number; readonly zoom: number }) {
  const [left, top, near] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  return (
    <span
      className="pointer-events-none absolute top-0 left-0 rounded-key border-[1.5px] border-accent"
      style={{
        transform: `translate(${x - (left / near) * zoom}px, ${y - (top / near) * zoom}px)`,
        width: (width / near) * zoom,
        height: (height / near) * zoom,
      }}
    />
  );
}
