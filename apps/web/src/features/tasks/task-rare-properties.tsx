import { PropertyRow } from '@cw/ui';
import type { TaskView } from '../../data/api-types.ts';
import { type DetailRow, detailRows } from './detail-rows.ts';
import { momentText } from './field-texts.ts';
import { ChoiceProperty, TextProperty } from './task-property.tsx';

type RarePropertiesProps = {
  readonly task: TaskView;
  /** Those without a value too. */
  readonly all: boolean;
};

function isLate(task: TaskView): boolean {
  return task.dueAt !== null && task.status !== 'closed' && Date.parse(task.dueAt) < Date.now();
}

function Late({ task }: { readonly task: TaskView }) {
  return <span className="text-danger-fg">{momentText(task.dueAt, 'end')}, overdue</span>;
}

function Detail({ task, row, all }: RarePropertiesProps & { readonly row: DetailRow }) {
  const { field } = row;
  const value = task[field] as never;
  if ('text' in row) {
    const text = row.text(value);
    const shown = field === 'dueAt' && isLate(task) ? <Late task={task} /> : undefined;
    return (all || text !== '') && <TextProperty {...row} task={task} text={text} shown={shown} />;
  }
  const chosen = row.chosen(value);
  const label = row.options.find((option) => option.value === chosen)?.label;
  const approved = field === 'gate' && task.gateApprovedBy !== null ? `Approved by ${task.gateApprovedBy}` : label;
  return (
    (all || value) && (
      <ChoiceProperty
        {...row}
        task={task}
        value={chosen}
        shown={chosen === '' ? <span className="text-fg-3">{label}</span> : approved}
      />
    )
  );
}

/** The fields that most tasks leave empty. */
export function TaskRareProperties({ task, all }: RarePropertiesProps) {
  return (
    <>
      {detailRows.map((row) => (
        <Detail key={row.field} task={task} row={row} all={all} />
      ))}
      {task.externalId && (
        <PropertyRow name="Imported as">
          <span className="font-mono wrap-anywhere">{task.externalId}</span>
        </PropertyRow>
      )}
    </>
  );
}
