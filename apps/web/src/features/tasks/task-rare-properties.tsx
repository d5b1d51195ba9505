import { PropertyRow } from '@cw/ui';
import type { TaskView } from '../../data/api-types.ts';
import { estimateText, metadataChange, metadataText, momentText } from './field-texts.ts';
import { ChoiceProperty, TextProperty, type TextPropertyProps } from './task-property.tsx';

const sizes = ['XS', 'S', 'M', 'L', 'XL'];
const dateHelp = '2026-03-01, tomorrow, 3d';
const orNone = (text: string) => text.trim() || null;

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

function Size({ task }: { readonly task: TaskView }) {
  return (
    <ChoiceProperty
      task={task}
      name="Size"
      value={task.size ?? ''}
      shown={task.size ?? <span className="text-fg-3">None</span>}
      toChange={(size) => ({ size: size || null })}
      options={[{ value: '', label: 'None' }, ...sizes.map((value) => ({ value, label: value }))]}
    />
  );
}

function NeedsPlan({ task }: { readonly task: TaskView }) {
  return (
    <ChoiceProperty
      task={task}
      name="Plan first"
      value={task.requiresPlan ? 'yes' : 'no'}
      shown={task.requiresPlan ? 'No work before its plan is approved' : 'No plan needed'}
      toChange={(value) => ({ requiresPlan: value === 'yes' })}
      options={[
        { value: 'no', label: 'No plan needed' },
        { value: 'yes', label: 'No work before its plan is approved' },
      ]}
    />
  );
}

function gateText({ gateApprovedBy }: TaskView): string {
  return gateApprovedBy === null ? 'Approved before others build on it' : `Approved by ${gateApprovedBy}`;
}

function Gate({ task }: { readonly task: TaskView }) {
  return (
    <ChoiceProperty
      task={task}
      name="Gate"
      value={task.gate ? 'yes' : 'no'}
      shown={task.gate ? gateText(task) : 'No approval needed'}
      toChange={(value) => ({ gate: value === 'yes' })}
      options={[
        { value: 'no', label: 'No approval needed' },
        { value: 'yes', label: 'Approved before others build on it' },
      ]}
    />
  );
}

const lineList = (text: string) =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);

type TextField = Omit<TextPropertyProps, 'task'>;

function textFields(task: TaskView): readonly TextField[] {
  return [
    {
      field: 'estimate',
      name: 'Estimate',
      text: estimateText(task.estimate),
      placeholder: '90m, 2h, 3d',
      toChange: (estimate) => ({ estimate: orNone(estimate) }),
    },
    {
      field: 'dueAt',
      name: 'Due',
      text: momentText(task.dueAt, 'end'),
      placeholder: dateHelp,
      shown: isLate(task) ? <Late task={task} /> : undefined,
      toChange: (due) => ({ due: orNone(due) }),
    },
    {
      field: 'deferUntil',
      name: 'Deferred to',
      text: momentText(task.deferUntil, 'begin'),
      placeholder: dateHelp,
      toChange: (defer) => ({ defer: orNone(defer) }),
    },
    {
      field: 'role',
      name: 'Role',
      text: task.role ?? '',
      placeholder: 'implementer, tester, reviewer',
      toChange: (role) => ({ role: orNone(role) }),
    },
    {
      field: 'files',
      name: 'Files',
      text: task.files.join('\n'),
      mono: true,
      lines: true,
      placeholder: 'Paths, folders or patterns it will change',
      toChange: (text) => ({ files: lineList(text) }),
    },
    {
      field: 'requires',
      name: 'Requires',
      text: task.requires.join(', '),
      placeholder: 'browser, gpu',
      toChange: (text) => ({ requires: lineList(text) }),
    },
    {
      field: 'externalRef',
      name: 'External',
      text: task.externalRef ?? '',
      placeholder: 'A ticket, a link',
      toChange: (externalRef) => ({ externalRef: orNone(externalRef) }),
    },
    {
      field: 'checkCommand',
      name: 'Check',
      text: task.checkCommand ?? '',
      mono: true,
      lines: true,
      placeholder: 'A command that tells whether it is done',
      toChange: (checkCommand) => ({ checkCommand: orNone(checkCommand) }),
    },
    {
      field: 'script',
      name: 'Script',
      text: task.script ?? '',
      mono: true,
      lines: true,
      placeholder: 'What runs instead of an agent',
      toChange: (script) => ({ script: orNone(script) }),
    },
    {
      field: 'metadata',
      name: 'Metadata',
      text: metadataText(task.metadata),
      mono: true,
      lines: true,
      placeholder: '{"ticket": 17}',
      toChange: metadataChange,
    },
  ];
}

/** The fields that most tasks leave empty. */
export function TaskRareProperties({ task, all }: RarePropertiesProps) {
  return (
    <>
      {(all || task.size) && <Size task={task} />}
      {(all || task.requiresPlan) && <NeedsPlan task={task} />}
      {(all || task.gate) && <Gate task={task} />}
      {textFields(task).map(
        (field) => (all || field.text !== '') && <TextProperty key={field.field} task={task} {...field} />,
      )}
      {task.externalId && (
        <PropertyRow name="Imported as">
          <span className="font-mono wrap-anywhere">{task.externalId}</span>
        </PropertyRow>
      )}
    </>
  );
}
