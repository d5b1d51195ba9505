import type { DetailKind } from '@cw/task-formats';
import { type DetailField, detailFields } from './task-fields.ts';

/** What is asked of tasks: tests of fields, joined. */
export type Query =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Query[] }
  | { readonly kind: 'not'; readonly of: Query }
  | Test;

export type Test = {
  readonly kind: 'test';
  readonly field: string;
  readonly op: QueryOp;
  /** One, or for `in` several. */
  readonly values: readonly QueryValue[];
};

export const queryOps = ['=', '!=', '<', '<=', '>', '>=', '~', '!~'] as const;
export type QueryOp = (typeof queryOps)[number];

/** A value as written, and the column where it stands, from 1. */
export type QueryValue = { readonly text: string; readonly column: number };

/** How the values of a field are read and compared. */
export type FieldKind = 'word' | 'name' | 'text' | 'level' | 'number' | 'date' | 'task' | 'project' | 'label' | 'key';

const sameOps: readonly QueryOp[] = ['=', '!='];
const orderedOps: readonly QueryOp[] = ['=', '!=', '<', '<=', '>', '>='];
const textOps: readonly QueryOp[] = ['=', '!=', '~', '!~'];

/** The operators each kind of field takes. */
export const opsOf: Readonly<Record<FieldKind, readonly QueryOp[]>> = {
  word: sameOps,
  name: textOps,
  text: textOps,
  level: orderedOps,
  number: orderedOps,
  date: orderedOps,
  task: sameOps,
  project: sameOps,
  label: textOps,
  key: textOps,
};

/** How details are asked for, by what they hold. A gate is more than yes or no; lists are not asked for. */
const kindsOfDetails: Partial<Readonly<Record<DetailKind, FieldKind>>> = {
  text: 'text',
  line: 'name',
  word: 'name',
  choice: 'level',
  minutes: 'number',
  date: 'date',
};

/** The details that can be asked for, by their words in queries. */
export const askedDetails: ReadonlyMap<string, DetailField> = new Map(
  detailFields().flatMap((row) => (row.kind in kindsOfDetails ? [[row.asked ?? row.said, row]] : [])),
);

/** Every field by its name. */
export const queryFields: Readonly<Record<string, FieldKind>> = {
  id: 'task',
  title: 'text',
  description: 'text',
  acceptance: 'text',
  text: 'text',
  comment: 'text',
  status: 'word',
  state: 'word',
  outcome: 'word',
  dispatch: 'word',
  gate: 'word',
  priority: 'level',
  type: 'name',
  assignee: 'name',
  holder: 'name',
  initiative: 'name',
  external: 'name',
  label: 'label',
  project: 'project',
  parent: 'task',
  under: 'task',
  needs: 'task',
  blocks: 'task',
  children: 'number',
  blockers: 'number',
  dependents: 'number',
  created: 'date',
  updated: 'date',
  started: 'date',
  closed: 'date',
  ...Object.fromEntries([...askedDetails].map(([name, { kind }]) => [name, kindsOfDetails[kind]])),
};

/** Words that are a test by themselves. */
export const queryWords = ['ready', 'waiting', 'blocked', 'claimed', 'overdue', 'childless'] as const;
export type QueryWord = (typeof queryWords)[number];

/** Other names that people guess. */
const sameFields: Readonly<Record<string, string>> = {
  labels: 'label',
  owner: 'assignee',
  epic: 'parent',
  deadline: 'due',
  deferred: 'defer',
  ref: 'reference',
};

/** The field a name means; `metadata.key` is a field of the user's own. */
export function fieldOf(name: string): { readonly field: string; readonly kind: FieldKind } | undefined {
  const lower = name.toLowerCase();
  if (lower.startsWith('metadata.') && name.length > 9) return { field: `metadata.${name.slice(9)}`, kind: 'key' };
  const field = sameFields[lower] ?? lower;
  const kind = Object.hasOwn(queryFields, field) ? queryFields[field] : undefined;
  return kind && { field, kind };
}

export function wordOf(name: string): QueryWord | undefined {
  return queryWords.find((word) => word === name.toLowerCase());
}

/** Whether a query says for itself whether closed tasks are meant. */
export function speaksOfClosed(query: Query): boolean {
  if (query.kind === 'test') return ['status', 'state', 'outcome', 'closed', 'gate'].includes(query.field);
  return query.kind === 'not' ? speaksOfClosed(query.of) : query.parts.some(speaksOfClosed);
}

/** Fields by which a query names a project or a task, so that the folder in which it was typed does not tell where to look. */
const places = ['project', 'parent', 'under', 'id', 'needs', 'blocks'];

/** Whether a query says for itself where its tasks are. */
export function speaksOfPlace(query: Query): boolean {
  if (query.kind === 'test') return places.includes(query.field);
  return query.kind === 'not' ? speaksOfPlace(query.of) : query.parts.some(speaksOfPlace);
}
