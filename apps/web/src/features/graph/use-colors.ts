import { useMemo, useSyncExternalStore } from 'react';
import { useCell } from '../../data/cell.ts';
import { theme } from '../../frame/layout.ts';

const tokens = [
  '--fg',
  '--graph-line',
  '--st-open',
  '--st-ready',
  '--st-running',
  '--st-waiting',
  '--st-needs',
  '--st-limited',
  '--st-verifying',
  '--st-merging',
  '--st-done',
  '--st-failed',
  '--st-cancelled',
] as const;

export type ColorToken = (typeof tokens)[number];
export type Colors = ReadonlyMap<ColorToken, string>;

const dark = matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  dark.addEventListener('change', listener);
  return () => dark.removeEventListener('change', listener);
}

/** Tokens as they are now, as a canvas takes them. */
function readColors(): Colors {
  const probe = document.body.appendChild(document.createElement('span'));
  const colors = tokens.map((token) => {
    probe.style.color = `var(${token})`;
    return [token, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return new Map(colors);
}

/** The colours for what is painted by hand; others when the theme changes. */
export function useColors(): Colors {
  const chosen = useCell(theme);
  const system = useSyncExternalStore(subscribe, () => dark.matches);
  // biome-ignore lint/correctness/useExhaustiveDependencies: both decide what the tokens are
  return useMemo(readColors, [chosen, system]);
}
