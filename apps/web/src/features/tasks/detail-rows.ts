import type { DetailName, TaskView } from '../../data/api-types.ts';
import { estimateText, metadataText, metadataValue, momentText } from './field-texts.ts';
import type { TaskUpdate } from './use-task-update.ts';

type Option = { readonly value: string; readonly label: string };
type Look = {
  readonly name: string;
  /** What the server calls it in changes. @defaultValue the name of the field */
  readonly said?: keyof TaskUpdate;
};
/** A field that is typed: its value as text, and what a text means. @throws Error where it means nothing */
type TypedRow<Value> = Look & {
  readonly text: (value: Value) => string;
  readonly read: (text: string) => unknown;
  readonly placeholder: string;
  readonly mono?: true;
  readonly lines?: true;
};
/** A field that is chosen: its value as one of the options, and what an option means. */
type ChosenRow<Value> = Look & {
  readonly chosen: (value: Value) => string;
  readonly read: (word: string) => unknown;
  readonly options: readonly Option[];
};

const orNone = (text: string) => text.trim() || null;
const list = (text: string) =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);
const line = { text: (value: string | null) => value ?? '', read: orNone };
const shell = { ...line, mono: true, lines: true } as const;
const choice = (words: readonly string[]) => ({
  chosen: (value: string | null) => value ?? '',
  read: (word: string) => word || null,
  options: [{ value: '', label: 'None' }, ...words.map((value) => ({ value, label: value }))],
});
const flag = (no: string, yes: string) => ({
  chosen: (value: boolean) => (value ? 'yes' : 'no'),
  read: (word: string) => word === 'yes',
  options: [
    { value: 'no', label: no },
    { value: 'yes', label: yes },
  ],
});
const dateHelp = '2026-03-01, tomorrow, 3d';

/** How each field that most tasks leave empty is shown and changed; the design has a place of its own. */
const rows: {
  readonly [Field in Exclude<DetailName, 'design'>]: TypedRow<TaskView[Field]> | ChosenRow<TaskView[Field]>;
} = {
  size: { ...choice(['XS', 'S', 'M', 'L', 'XL']), name: 'Size' },
  requiresPlan: { ...flag('No plan needed', 'No work before its plan is approved'), name: 'Plan first' },
  gate: { ...flag('No approval needed', 'Approved before others build on it'), name: 'Gate' },
  estimate: { name: 'Estimate', text: estimateText, read: orNone, placeholder: '90m, 2h, 3d' },
  dueAt: { name: 'Due', said: 'due', text: (at) => momentText(at, 'end'), read: orNone, placeholder: dateHelp },
  deferUntil: {
    name: 'Deferred to',
    said: 'defer',
    text: (at) => momentText(at, 'begin'),
    read: orNone,
    placeholder: dateHelp,
  },
  role: { ...line, name: 'Role', placeholder: 'implementer, tester, reviewer' },
  files: {
    name: 'Files',
    text: (files) => files.join('\n'),
    read: list,
    mono: true,
    lines: true,
    placeholder: 'Paths, folders or patterns it will change',
  },
  requires: { name: 'Requires', text: (words) => words.join(', '), read: list, placeholder: 'browser, gpu' },
  externalRef: { ...line, name: 'External', placeholder: 'A ticket, a link' },
  checkCommand: { ...shell, name: 'Check', placeholder: 'A command that tells whether it is done' },
  script: { ...shell, name: 'Script', placeholder: 'What runs instead of an agent' },
  metadata: {
    name: 'Metadata',
    text: metadataText,
    read: metadataValue,
    mono: true,
    lines: true,
    placeholder: '{"ticket": 17}',
  },
};

export type DetailRow = {
  readonly field: keyof typeof rows;
  readonly toChange: (text: string) => TaskUpdate;
} & (Omit<TypedRow<never>, 'said' | 'read'> | Omit<ChosenRow<never>, 'said' | 'read'>);

/** The same as a list, in the order in which they stand. */
export const detailRows: readonly DetailRow[] = Object.entries(rows).map(([field, { said = field, read, ...row }]) => ({
  ...row,
  field: field as keyof typeof rows,
  toChange: (text) => ({ [said]: read(text) }),
}));

/** Whether choosing it has a certain outcome, by the name of the field. */
export const chosenFields = detailRows.flatMap((row) => ('options' in row ? [row.field] : []));
