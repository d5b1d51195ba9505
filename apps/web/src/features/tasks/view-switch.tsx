import { Segmented } from '@cw/ui';
import { Columns3, List, Workflow } from '@cw/ui/icons';
import { type TaskView, taskViews } from './task-search.ts';

const options = [
  { value: 'list', label: 'List', icon: <List aria-hidden="true" /> },
  { value: 'board', label: 'Board', icon: <Columns3 aria-hidden="true" /> },
  { value: 'graph', label: 'Graph', icon: <Workflow aria-hidden="true" /> },
] as const;

type ViewSwitchProps = {
  /** Undefined for the list. */
  readonly view: TaskView | undefined;
  readonly onChange: (view: TaskView | undefined) => void;
};

/** How the same tasks are shown: as a list, on a board, or as a graph of what waits for what. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <Segmented
      label="Show as"
      compact
      value={view ?? 'list'}
      onChange={(next) => onChange(taskViews.find((each) => each === next))}
      options={options}
    />
  );
}
