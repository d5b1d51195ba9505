import { type DetailKind, type DetailName, details } from '@cw/task-formats';

/** How a value lies in its column: as it is, as JSON, as a number that stands for it, or as what its kind of detail says. */
export type FieldKind = DetailKind | 'plain' | 'level';

type FieldRow = {
  /** In the short row of a task, or with its long texts beside that. */
  readonly in: 'tasks' | 'bodies';
  /** @defaultValue 'plain'; of a detail, what it is there */
  readonly kind?: FieldKind;
  /** Shown in every list. */
  readonly listed?: true;
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
    statusReason: { in: 'tasks', listed: true },
    startedAt: { in: 'tasks', kind: 'date' },
    closedAt: { in: 'tasks', kind: 'date', listed: true },
    closeReason: { in: 'tasks' },
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
    design: { in: 'bodies' },
    dueAt: { in: 'tasks', listed: true },
    deferUntil: { in: 'tasks', listed: true },
    estimate: { in: 'tasks', listed: true },
    size: { in: 'tasks' },
    role: { in: 'tasks' },
    externalRef: { in: 'bodies' },
    requiresPlan: { in: 'tasks' },
    files: { in: 'bodies' },
    requires: { in: 'bodies' },
    gate: { in: 'bodies' },
    script: { in: 'bodies' },
    checkCommand: { in: 'bodies' },
    metadata: { in: 'bodies' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FieldRow>>>> & {
  readonly details: Readonly<Record<DetailName, FieldRow>>;
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

/** The fields of some groups, in their order. */
export function fieldsOf(...groups: readonly FieldGroup[]): readonly Field[] {
  return groups.flatMap((group) =>
    Object.entries<FieldRow>(taskFields[group]).map(([field, row]) => ({
      kind: field in details ? details[field as DetailName].kind : 'plain',
      listed: false,
      ...row,
      field: field as FieldName,
      column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    })),
  );
}
