import { Chip, stateLooks } from '@cw/ui';
import { readWords } from '../../data/search-params.ts';
import { spanName } from './task-dates.ts';
import { type FilterField, nothing, type TaskSearch, taskStates, wordsOf } from './task-search.ts';

type Told = { readonly field: FilterField; readonly says: string; readonly value: string; readonly remove: string };

const or = (text: string | undefined) =>
  wordsOf(text)
    .map((word) => (word === nothing ? 'nobody' : word))
    .join(' or ');

/** Each limit in force, in words. Text and query have fields of their own. */
function limitsOf(search: TaskSearch): readonly Told[] {
  const told: Told[] = [];
  const add = (field: FilterField, says: string, value: string, name: string) => {
    if (search[field]) told.push({ field, says, value, remove: `Remove the ${name} filter` });
  };
  const names = readWords(search.status, taskStates).map((state) => stateLooks[state].name);
  add('status', 'State is', names.join(' or '), 'state');
  add('priority', 'Priority is', or(search.priority), 'priority');
  add('type', 'Type is', or(search.type), 'type');
  add('label', 'Label is', wordsOf(search.label).join(' and '), 'label');
  add('anyLabel', 'Label is any of', wordsOf(search.anyLabel).join(', '), 'any-label');
  add('notLabel', 'Label is not', or(search.notLabel), 'not-label');
  add('assignee', 'Assignee is', or(search.assignee), 'assignee');
  for (const field of ['due', 'updated', 'created', 'closed'] as const) {
    const span = search[field];
    if (span) add(field, field.charAt(0).toUpperCase() + field.slice(1), spanName(span), field);
  }
  return told;
}

/** What limits the list, each with the cross that lifts it. */
export function TaskFilterChips({
  search,
  onChange,
}: {
  readonly search: TaskSearch;
  readonly onChange: (change: Partial<TaskSearch>) => void;
}) {
  return limitsOf(search).map(({ field, says, value, remove }) => (
    <Chip key={field} removeLabel={remove} onRemove={() => onChange({ [field]: undefined })}>
      {says} <span className="font-medium text-fg">{value}</span>
    </Chip>
  ));
}
