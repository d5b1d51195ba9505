import { Button, Menu, MenuChoices, MenuSeparator, MenuToggle } from '@cw/ui';
import { ArrowDownUp, Layers } from '@cw/ui/icons';
import { readWord } from '../../data/search-params.ts';
import { type TaskGrouping, type TaskSearch, type TaskSort, taskGroupings, taskSorts } from './task-search.ts';

const groupingNames: Readonly<Record<TaskGrouping, string>> = {
  state: 'State',
  priority: 'Priority',
  type: 'Type',
  assignee: 'Assignee',
  project: 'Project',
  parent: 'Parent',
  label: 'Label',
  none: 'No groups',
};

const sortNames: Readonly<Record<TaskSort, string>> = {
  priority: 'Priority',
  updated: 'Updated',
  created: 'Created',
  due: 'Due',
  closed: 'Closed',
  title: 'Title',
  estimate: 'Estimate',
};

type DisplayMenuProps = {
  readonly search: TaskSearch;
  readonly onChange: (change: Partial<TaskSearch>) => void;
};

/** How the list is grouped and sorted. */
export function TaskDisplayMenus({ search, onChange }: DisplayMenuProps) {
  const [grouping, sort] = [search.group ?? 'state', search.sort ?? 'priority'];
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button
            variant="quiet"
            size="small"
            icon={<Layers aria-hidden="true" size={14} />}
            aria-label={`Group by: ${groupingNames[grouping]}`}
          >
            {groupingNames[grouping]}
          </Button>
        }
      >
        <MenuChoices
          label="Group by"
          value={grouping}
          onChange={(next) => onChange({ group: readWord(next === 'state' ? undefined : next, taskGroupings) })}
          options={taskGroupings.map((value) => ({ value, label: groupingNames[value] }))}
        />
      </Menu>
      <Menu
        align="end"
        trigger={
          <Button
            variant="quiet"
            size="small"
            icon={<ArrowDownUp aria-hidden="true" size={14} />}
            aria-label={`Sort by: ${sortNames[sort]}${search.reverse ? ', reversed' : ''}`}
          >
            {sort === 'priority' && !search.reverse ? null : sortNames[sort]}
          </Button>
        }
      >
        <MenuChoices
          label="Sort by"
          value={sort}
          onChange={(next) => onChange({ sort: readWord(next === 'priority' ? undefined : next, taskSorts) })}
          options={taskSorts.map((value) => ({ value, label: sortNames[value] }))}
        />
        <MenuSeparator />
        <MenuToggle checked={search.reverse ?? false} onChange={(on) => onChange({ reverse: on || undefined })}>
          Reversed
        </MenuToggle>
      </Menu>
    </>
  );
}
