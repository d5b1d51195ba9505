import { StateIcon, stateLooks } from '@cw/ui';
import { taskWay } from '../../entities/task/task-state.ts';
import type { GraphLink, GraphView } from './graph-view.ts';

const lines: readonly { readonly type: GraphLink['type']; readonly name: string; readonly dash: string }[] = [
  { type: 'blocks', name: 'blocks', dash: '' },
  { type: 'waits-for', name: 'waits for children', dash: '6 4' },
  { type: 'on-failure', name: 'on failure', dash: '2 3' },
  { type: 'parent-child', name: 'part of', dash: '10 4' },
  { type: 'related', name: 'related, found during', dash: '1 5' },
];

/** What the icons and lines of the graph mean, under it so that it lies over no task. */
export function GraphLegend({ view }: { readonly view: GraphView }) {
  const shown = new Set(view.rows.map(({ state }) => state));
  const types = new Set(view.links.map(({ type }) => type));
  return (
    <footer className="hidden min-h-8 shrink-0 items-center border-t border-line px-4 py-1.5 md:flex">
      <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-1 text-small text-fg-2">
        {taskWay
          .filter((state) => shown.has(state))
          .map((state) => (
            <li key={state} className="flex items-center gap-1.5">
              <StateIcon state={state} bare />
              {stateLooks[state].name}
            </li>
          ))}
        {lines
          .filter(({ type }) => types.has(type))
          .map(({ type, name, dash }) => (
            <li key={type} className="flex items-center gap-1.5">
              <svg aria-hidden="true" width="22" height="6">
                <path d="M0 3H22" strokeWidth="1.5" strokeDasharray={dash} className="stroke-fg-mute" />
              </svg>
              {name}
            </li>
          ))}
      </ul>
    </footer>
  );
}
