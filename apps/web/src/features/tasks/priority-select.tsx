import { priorityNames, Select } from '@cw/ui';
import type { Priority } from '../../data/api-types.ts';
import { taskPriorities } from './task-search.ts';

/** The priority a text stands for; the middle one when it is none. */
export function readPriority(text: string): Priority {
  return taskPriorities.find((priority) => priority === text) ?? 'P2';
}

type PrioritySelectProps = { readonly id: string; readonly value: string; readonly onChange: (value: string) => void };

export function PrioritySelect({ id, value, onChange }: PrioritySelectProps) {
  return (
    <Select
      id={id}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={taskPriorities.map((priority) => ({ value: priority, label: priorityNames[priority] }))}
    />
  );
}
