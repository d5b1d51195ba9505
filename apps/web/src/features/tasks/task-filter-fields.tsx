import { MenuChoices, MenuItem, MenuToggle, PriorityIcon, priorityNames, StateIcon, SubMenu, stateLooks } from '@cw/ui';
import { Braces, CalendarDays, Circle, CircleUser, Flag, Shapes, Tag } from '@cw/ui/icons';
import { type ReactNode, useMemo } from 'react';
import type { TaskRow } from '../../data/api-types.ts';
import { writeWords } from '../../data/search-params.ts';
import { spanName } from './task-dates.ts';
import { type FilterField, nothing, type TaskSearch, taskPriorities, taskStates, wordsOf } from './task-search.ts';

export type FilterFieldsProps = {
  readonly search: TaskSearch;
  readonly rows: readonly TaskRow[];
  readonly onChange: (change: Partial<TaskSearch>) => void;
  readonly onQuery: () => void;
};

type Word = { readonly word: string; readonly name: string; readonly icon?: ReactNode };

const mostWords = 40;

/** The words that rows carry, the most frequent first. */
function frequent(rows: readonly TaskRow[], wordsIn: (row: TaskRow) => readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of rows) for (const word of wordsIn(row)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, mostWords)
    .map(([word]) => word);
}

const states: readonly Word[] = taskStates.map((state) => ({
  word: state,
  name: stateLooks[state].name,
  icon: <StateIcon state={state} bare />,
}));
const priorities: readonly Word[] = taskPriorities.map((priority) => ({
  word: priority,
  name: priorityNames[priority],
  icon: <PriorityIcon priority={priority} bare />,
}));
const named = (words: readonly string[]): readonly Word[] => words.map((word) => ({ word, name: word }));

const past = ['1d', '7d', '30d', '90d', '-7d', '-30d'] as const;
const ahead = ['overdue', '1d', '7d', '30d', 'none'] as const;
const any = 'any';

type FieldProps = Pick<FilterFieldsProps, 'search' | 'onChange'> & {
  readonly field: FilterField;
  readonly label: string;
  readonly icon: ReactNode;
};

/** Several words of one field, any of which may hold. */
function Words({ search, onChange, field, label, icon, words }: FieldProps & { readonly words: readonly Word[] }) {
  const chosen = wordsOf(search[field]);
  if (words.length === 0) return null;
  return (
    <SubMenu label={label} icon={icon} note={chosen.length > 0 ? String(chosen.length) : undefined}>
      {words.map(({ word, name, icon: own }) => (
        <MenuToggle
          key={word}
          checked={chosen.includes(word)}
          icon={own}
          onChange={(on) =>
            onChange({ [field]: writeWords(on ? [...chosen, word] : chosen.filter((each) => each !== word)) })
          }
        >
          {name}
        </MenuToggle>
      ))}
    </SubMenu>
  );
}

function Span({ search, onChange, field, label, icon, spans }: FieldProps & { readonly spans: readonly string[] }) {
  const chosen = search[field];
  const title = (span: string) => spanName(span).replace(/^./, (letter) => letter.toUpperCase());
  return (
    <SubMenu label={label} icon={icon} note={chosen && spanName(chosen)}>
      <MenuChoices
        value={chosen ?? any}
        onChange={(next) => onChange({ [field]: next === any ? undefined : next })}
        options={[{ value: any, label: 'Any time' }, ...spans.map((span) => ({ value: span, label: title(span) }))]}
      />
    </SubMenu>
  );
}

/** Each field that can limit the tasks, with its words beside it. */
export function TaskFilterFields({ search, rows, onChange, onQuery }: FilterFieldsProps) {
  const known = useMemo(
    () => ({
      types: named(frequent(rows, (row) => [row.type])),
      labels: named(frequent(rows, (row) => row.labels)),
      assignees: [
        { word: nothing, name: 'Nobody' },
        ...named(frequent(rows, (row) => (row.assignee ? [row.assignee] : []))),
      ],
    }),
    [rows],
  );
  const at = { search, onChange };
  const tag = <Tag aria-hidden="true" className="text-fg-mute" />;
  const date = <CalendarDays aria-hidden="true" className="text-fg-mute" />;
  return (
    <>
      <Words
        {...at}
        field="status"
        label="State"
        icon={<Circle aria-hidden="true" className="text-fg-mute" />}
        words={states}
      />
      <Words
        {...at}
        field="priority"
        label="Priority"
        icon={<Flag aria-hidden="true" className="text-fg-mute" />}
        words={priorities}
      />
      <Words
        {...at}
        field="type"
        label="Type"
        icon={<Shapes aria-hidden="true" className="text-fg-mute" />}
        words={known.types}
      />
      <Words {...at} field="label" label="Label is" icon={tag} words={known.labels} />
      <Words {...at} field="anyLabel" label="Label is any of" icon={tag} words={known.labels} />
      <Words {...at} field="notLabel" label="Label is not" icon={tag} words={known.labels} />
      <Words
        {...at}
        field="assignee"
        label="Assignee"
        icon={<CircleUser aria-hidden="true" className="text-fg-mute" />}
        words={known.assignees}
      />
      <Span {...at} field="due" label="Due" icon={date} spans={ahead} />
      <Span {...at} field="updated" label="Updated" icon={date} spans={past} />
      <Span {...at} field="created" label="Created" icon={date} spans={past} />
      <Span {...at} field="closed" label="Closed" icon={date} spans={past} />
      <MenuItem icon={<Braces aria-hidden="true" className="text-fg-mute" />} onSelect={onQuery}>
        Query…
      </MenuItem>
    </>
  );
}
