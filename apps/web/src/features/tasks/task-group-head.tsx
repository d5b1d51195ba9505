import { cx, IconButton, PriorityIcon, type PriorityName, StateIcon, type StateName, stateLooks } from '@cw/ui';
import { ChevronDown, CircleUser, FolderGit2, Network, Plus, Shapes, Tag } from '@cw/ui/icons';
import { GridCell, GridRow } from './grid.tsx';
import type { TaskGroup } from './task-groups.ts';
import type { TaskGrouping } from './task-search.ts';

function isState(key: string): key is StateName {
  return key in stateLooks;
}

function isPriority(key: string): key is PriorityName {
  return /^P[0-3]$/.test(key);
}

const icons = {
  state: FolderGit2,
  priority: FolderGit2,
  none: FolderGit2,
  project: FolderGit2,
  type: Shapes,
  assignee: CircleUser,
  parent: Network,
  label: Tag,
} as const;

function GroupIcon({ groupKey, grouping }: { readonly groupKey: string; readonly grouping: TaskGrouping }) {
  if (grouping === 'state' && isState(groupKey)) return <StateIcon state={groupKey} bare />;
  if (grouping === 'priority' && isPriority(groupKey)) return <PriorityIcon priority={groupKey} bare />;
  const Icon = icons[grouping];
  return <Icon aria-hidden="true" size={14} className="shrink-0 text-fg-3" />;
}

type GroupHeadProps = {
  readonly group: TaskGroup;
  readonly grouping: TaskGrouping;
  readonly folded: boolean;
  readonly index: number;
  readonly onToggle: () => void;
  readonly onAdd: (() => void) | undefined;
};

/** The head of a group: what it is, how many, how much of it is done. */
export function TaskGroupHead({ group, grouping, folded, index, onToggle, onAdd }: GroupHeadProps) {
  const share = group.rows.length === 0 ? 0 : group.doneCount / group.rows.length;
  return (
    <GridRow index={index} className="flex h-8 items-center gap-2 border-b border-line bg-sunken pr-3 pl-4 max-md:h-11">
      <GridCell className="flex min-w-0 flex-1">
        <button
          type="button"
          aria-expanded={!folded}
          onClick={onToggle}
          className="touch-area flex min-w-0 items-center gap-2 font-medium"
        >
          <ChevronDown
            aria-hidden="true"
            size={14}
            className={cx('shrink-0 text-fg-mute transition-transform duration-100', folded && '-rotate-90')}
          />
          <GroupIcon groupKey={group.key} grouping={grouping} />
          <span className="truncate">{group.name}</span>
          <span className="font-normal text-fg-3 tabular-nums">{group.rows.length.toLocaleString('en-US')}</span>
        </button>
      </GridCell>
      {grouping !== 'state' && (
        <GridCell className="flex items-center gap-2.5">
          <span aria-hidden="true" className="h-1 w-14 overflow-hidden rounded-full bg-track">
            <span className="block h-full bg-st-done" style={{ width: `${share * 100}%` }} />
          </span>
          <span className="text-small text-fg-3 tabular-nums">
            {group.doneCount}/{group.rows.length}
          </span>
        </GridCell>
      )}
      {onAdd && (
        <GridCell className="flex">
          <IconButton label={`New task in ${group.name}`} size="small" onClick={onAdd}>
            <Plus />
          </IconButton>
        </GridCell>
      )}
    </GridRow>
  );
}
