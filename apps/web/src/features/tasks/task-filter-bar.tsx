import {
  Button,
  Chip,
  Input,
  Menu,
  MenuChoices,
  MenuLabel,
  MenuSeparator,
  MenuToggle,
  PriorityIcon,
  priorityNames,
  StateIcon,
  stateLooks,
} from '@cw/ui';
import { Layers, ListFilter, Search, Tag } from '@cw/ui/icons';
import { useEffect, useRef, useState } from 'react';
import type { TaskRow } from '../../shared/api-types.ts';
import { useKeys } from '../../shared/keys.ts';
import { readWords, writeWords } from '../../shared/search-params.ts';
import { type TaskGrouping, type TaskSearch, taskGroupings, taskPriorities, taskStates } from './task-search.ts';

const groupingNames: Readonly<Record<TaskGrouping, string>> = {
  state: 'State',
  project: 'Project',
  priority: 'Priority',
  none: 'No groups',
};

function toggled(list: readonly string[], word: string): readonly string[] {
  return list.includes(word) ? list.filter((each) => each !== word) : [...list, word];
}

function labelsOf(rows: readonly TaskRow[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of rows) for (const label of row.labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .slice(0, 20)
    .map(([label]) => label);
}

type FilterBarProps = {
  readonly search: TaskSearch;
  readonly rows: readonly TaskRow[];
  readonly onChange: (change: Partial<TaskSearch>) => void;
};

function TextFilter({ search, onChange }: Pick<FilterBarProps, 'search' | 'onChange'>) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search.q ?? '');
  useEffect(() => setText(search.q ?? ''), [search.q]);
  useKeys([{ keys: '/', label: 'Filter by text', group: 'In a list', run: () => field.current?.focus() }]);
  return (
    <Input
      ref={field}
      type="search"
      icon={<Search aria-hidden="true" />}
      aria-label="Filter by title or id"
      placeholder="Title or id"
      value={text}
      className="w-32 min-w-0 shrink sm:w-44 [&_input]:h-7"
      onChange={(event) => {
        setText(event.target.value);
        onChange({ q: event.target.value.trim() || undefined });
      }}
      onKeyDown={(event) => (event.key === 'Escape' || event.key === 'Enter') && event.currentTarget.blur()}
    />
  );
}

function FilterMenu({ search, rows, onChange }: FilterBarProps) {
  const states = readWords(search.status, taskStates);
  const priorities = readWords(search.priority, taskPriorities);
  const labels = search.label?.split(',') ?? [];
  const known = labelsOf(rows);
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="inline-flex h-6 shrink-0 items-center gap-1.5 rounded-control border border-line-2 border-dashed px-2 text-small text-fg-2 hover:bg-hover data-[state=open]:bg-active"
        >
          <ListFilter aria-hidden="true" size={14} />
          Filter
        </button>
      }
    >
      <MenuLabel>State</MenuLabel>
      {taskStates.map((state) => (
        <MenuToggle
          key={state}
          checked={states.includes(state)}
          icon={<StateIcon state={state} bare />}
          onChange={() => onChange({ status: writeWords(toggled(states, state)) })}
        >
          {stateLooks[state].name}
        </MenuToggle>
      ))}
      <MenuSeparator />
      <MenuLabel>Priority</MenuLabel>
      {taskPriorities.map((priority) => (
        <MenuToggle
          key={priority}
          checked={priorities.includes(priority)}
          icon={<PriorityIcon priority={priority} bare />}
          onChange={() => onChange({ priority: writeWords(toggled(priorities, priority)) })}
        >
          {priorityNames[priority]}
        </MenuToggle>
      ))}
      {known.length > 0 && <MenuSeparator />}
      {known.length > 0 && <MenuLabel>Label</MenuLabel>}
      {known.map((label) => (
        <MenuToggle
          key={label}
          checked={labels.includes(label)}
          icon={<Tag aria-hidden="true" className="text-fg-mute" />}
          onChange={() => onChange({ label: writeWords(toggled(labels, label)) })}
        >
          {label}
        </MenuToggle>
      ))}
    </Menu>
  );
}

/** What limits the list, each with the cross that lifts it, and how it is grouped; all of it is in the URL. */
export function TaskFilterBar({ search, rows, onChange }: FilterBarProps) {
  const states = readWords(search.status, taskStates);
  const priorities = readWords(search.priority, taskPriorities);
  const grouping = search.group ?? 'state';
  return (
    <div className="flex h-10 shrink-0 items-center gap-2 overflow-x-auto border-b border-line px-4">
      {states.length > 0 && (
        <Chip removeLabel="Remove the state filter" onRemove={() => onChange({ status: undefined })}>
          State is{' '}
          <span className="font-medium text-fg">{states.map((state) => stateLooks[state].name).join(' or ')}</span>
        </Chip>
      )}
      {priorities.length > 0 && (
        <Chip removeLabel="Remove the priority filter" onRemove={() => onChange({ priority: undefined })}>
          Priority is <span className="font-medium text-fg">{priorities.join(' or ')}</span>
        </Chip>
      )}
      {search.label && (
        <Chip removeLabel="Remove the label filter" onRemove={() => onChange({ label: undefined })}>
          Label is <span className="font-medium text-fg">{search.label.split(',').join(' and ')}</span>
        </Chip>
      )}
      <FilterMenu search={search} rows={rows} onChange={onChange} />
      <TextFilter search={search} onChange={onChange} />
      <span className="flex-1" />
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
          onChange={(next) => onChange({ group: taskGroupings.find((each) => each === next && each !== 'state') })}
          options={taskGroupings.map((value) => ({ value, label: groupingNames[value] }))}
        />
      </Menu>
    </div>
  );
}
