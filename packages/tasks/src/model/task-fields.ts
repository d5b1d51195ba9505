import { type Detail, type DetailKind, type DetailName, details, detailsOf } from '@cw/task-formats';

/** How a value lies in its column: as it is, as JSON, as a number that stands for it, or as what its kind of detail says. */
export type FieldKind = DetailKind | 'plain' | 'level' | 'reason';

type FieldRow = {
  /** In the short row of a task, or with its long texts beside that. */
  readonly in: 'tasks' | 'bodies';
  /** @defaultValue 'plain'; of a detail, what it is there */
  readonly kind?: FieldKind;
  /** Shown in every list. */
  readonly listed?: true;
};

type DetailRow = Omit<FieldRow, 'kind'> & {
  /** What people see before its value. */
  readonly label: string;
  /** Of its option. */
  readonly help: string;
  readonly short?: string;
  /** What the help calls its value. @defaultValue that of its kind */
  readonly value?: string;
  /** The word for it in queries. @defaultValue what programs call it */
  readonly asked?: string;
  /** The option that takes it back, where that is for people only. */
  readonly without?: { readonly option: string; readonly help: string };
};

/** Every field of a task whose changes the history tells, one row each. */
export const taskFields = {
  /** What is to be done. */
  words: {
    title: { in: 'tasks', listed: true },
    description: { in: 'bodies', kind: 'text' },
    acceptance: { in: 'bodies', kind: 'text' },
    priority: { in: 'tasks', kind: 'level', listed: true },
    type: { in: 'tasks', listed: true },
    assignee: { in: 'tasks', listed: true },
  },
  /** How far it is. */
  standing: {
    status: { in: 'tasks', listed: true },
    outcome: { in: 'tasks', listed: true },
    statusReason: { in: 'tasks', kind: 'reason', listed: true },
    startedAt: { in: 'tasks', kind: 'date' },
    closedAt: { in: 'tasks', kind: 'date', listed: true },
    closeReason: { in: 'tasks', kind: 'reason' },
  },
  /** Where it belongs, and who starts it. */
  place: {
    projectId: { in: 'tasks', listed: true },
    dispatch: { in: 'tasks', listed: true },
  },
  /** What is done with it here, which no record carries. */
  work: {
    stage: { in: 'tasks' },
    planApproved: { in: 'tasks', kind: 'flag' },
    leaseHolder: { in: 'tasks' },
    leaseExpiresAt: { in: 'tasks', kind: 'date' },
    deletedAt: { in: 'tasks', kind: 'date' },
  },
  /** Who approved what came of it, which records carry to be read. */
  approval: {
    gateApprovedAt: { in: 'bodies', kind: 'date' },
    gateApprovedBy: { in: 'bodies' },
  },
  /** What most tasks leave empty. */
  details: {
    design: { in: 'bodies', label: 'Design', help: 'design notes' },
    dueAt: {
      in: 'tasks',
      listed: true,
      label: 'Due',
      help: 'when it must be done: 2026-03-01, tomorrow, 2w',
    },
    deferUntil: { in: 'tasks', listed: true, label: 'Deferred', help: 'not ready before this date' },
    estimate: {
      in: 'tasks',
      listed: true,
      label: 'Estimate',
      short: 'e',
      help: 'how long it takes: 90m, 2h, 3d; a bare number is minutes',
    },
    size: { in: 'tasks', label: 'Size', help: 'XS, S, M, L or XL' },
    role: { in: 'tasks', label: 'Role', help: 'the kind of agent it is for' },
    externalRef: {
      in: 'bodies',
      label: 'Elsewhere',
      asked: 'reference',
      help: 'a reference elsewhere: a URL, a number',
    },
    requiresPlan: {
      in: 'tasks',
      label: 'Plan',
      help: 'no work before its plan is approved',
      without: { option: 'without-plan', help: 'it no longer needs an approved plan; people only' },
    },
    files: {
      in: 'bodies',
      label: 'Files',
      value: '<paths>',
      help: 'what it will change: paths, folders, patterns; tasks that share one do not run together',
    },
    requires: { in: 'bodies', label: 'Requires', help: 'capabilities an agent needs to be started on it' },
    gate: {
      in: 'bodies',
      label: 'Gate',
      help: 'its dependents start only after a person approved its result',
      without: { option: 'without-gate', help: 'its result no longer needs approval; people only' },
    },
    script: {
      in: 'bodies',
      label: 'Script',
      value: '<text>',
      help: 'shell lines to run instead of an agent; people only',
    },
    checkCommand: {
      in: 'bodies',
      label: 'Check',
      value: '<command>',
      help: 'the shell command that tells whether it is done; people only',
    },
    metadata: { in: 'bodies', label: 'Metadata', help: 'a JSON object of your own' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FieldRow | DetailRow>>>> & {
  readonly details: Readonly<Record<DetailName, DetailRow>>;
};

type Groups = typeof taskFields;
export type FieldGroup = keyof Groups;
export type FieldName<Group extends FieldGroup = FieldGroup> = { [Each in Group]: keyof Groups[Each] }[Group];
/** Those that every list shows. */
export type ListedName<Group extends FieldGroup = FieldGroup> = {
  [Each in Group]: {
    [Name in keyof Groups[Each]]: Groups[Each][Name] extends { readonly listed: true } ? Name : never;
  }[keyof Groups[Each]];
}[Group];

type Rows = { [Group in Exclude<FieldGroup, 'details'>]: Groups[Group] }[Exclude<FieldGroup, 'details'>];
type RowOf<Field> = Rows extends infer Row
  ? Row extends { readonly [Name in Field & string]: infer Own }
    ? Own
    : never
  : never;
/** What kind a field is of. */
export type KindOf<Field> = Field extends DetailName
  ? (typeof details)[Field]['kind']
  : RowOf<Field> extends { readonly kind: infer Kind }
    ? Kind
    : 'plain';

/** A row with all that it leaves to be understood. */
export type Field = Required<Omit<FieldRow, 'listed'>> & {
  readonly field: FieldName;
  readonly column: string;
  readonly listed: boolean;
};

function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The fields of some groups, in their order. */
export function fieldsOf(...groups: readonly FieldGroup[]): readonly Field[] {
  return groups.flatMap((group) =>
    Object.entries<FieldRow>(taskFields[group]).map(([field, row]) => ({
      kind: field in details ? details[field as DetailName].kind : 'plain',
      listed: false,
      ...row,
      field: field as FieldName,
      column: columnOf(field),
    })),
  );
}

/** A detail with what its texts may be and how doors speak of it. */
export type DetailField = Detail & DetailRow & { readonly column: string };

/** The details, in the order in which they are told. */
export function detailFields(): readonly DetailField[] {
  return detailsOf().map((detail) => ({
    ...detail,
    ...(taskFields.details[detail.field] as DetailRow),
    column: columnOf(detail.field),
  }));
}
