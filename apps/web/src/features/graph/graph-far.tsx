import { useStore } from '@xyflow/react';
import { useLayoutEffect, useRef } from 'react';
import { type Picture, paint } from './graph-picture.ts';
import { useColors } from './use-colors.ts';

/** The graph from afar, where no title can be read: each task in the colour of its state. */
export function GraphFar({ picture }: { readonly picture: Picture }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const colors = useColors();
  useLayoutEffect(() => {
    if (canvas.current) paint(canvas.current, { width, height }, { picture, colors, x, y, zoom });
  }, [picture, x, y, zoom, width, height, colors]);
  return <canvas ref={canvas} className="pointer-events-none absolute inset-0 size-full" />;
}
