import { err, nearest, ok, type Result } from '@cw/kernel';
import { type Fields, isFields, textsOrNone, wordOrNone } from '../reading/fields.ts';
import { type DetailKind, detailsOf } from '../record/details.ts';
import type { TaskDraft } from '../record/task-draft.ts';
import { dependencyTypes, waitGates } from '../record/task-words.ts';
import { flattened } from './nested-tasks.ts';

const saidOf = (...kinds: readonly DetailKind[]) => detailsOf(...kinds).map(({ said }) => said);

const textFields = [
  ...(['key', 'description', 'acceptance', 'type', 'assignee', 'parent', 'project', 'replaces'] as const),
  ...saidOf('text', 'line', 'word', 'choice', 'date', 'shell'),
];
/** Texts that may be given as a number. */
const numberFields = ['priority', ...saidOf('minutes')];
const listFields = ['labels', 'needs', ...saidOf('list')];
const flagFields = ['inheritLabels', ...saidOf('flag')];
/** Whatever is given; whoever writes the task says what is wrong with it. */
const objectFields = saidOf('object');

/**
 * The drafts in a value of JSON, or what is wrong with it: a list of tasks, or an object with `tasks`; parts of one may be
 * its `subtasks`. What is no field of a task is refused by name.
 */
export function draftsInJson(json: unknown): Result<readonly TaskDraft[], string> {
  const list = listIn(json);
  if (!Array.isArray(list)) return err('it contains no list of tasks');
  const drafts: TaskDraft[] = [];
  for (const [index, entry] of flattened(list).entries()) {
    const draft = isFields(entry) ? readDraft(entry) : 'it must be an object';
    if (typeof draft === 'string') return err(`task ${index + 1}: ${draft}`);
    drafts.push({ ...draft, place: `Task ${index + 1} ("${draft.title}")` });
  }
  return ok(drafts);
}

/** The list itself, that of `tasks`, or that of the only section that has one. */
function listIn(json: unknown): unknown {
  if (!isFields(json) || json.tasks !== undefined) return isFields(json) ? json.tasks : json;
  const lists = Object.values(json).flatMap((section) => (isFields(section) && section.tasks ? [section.tasks] : []));
  return lists.length === 1 ? lists[0] : undefined;
}

/** A task, or what is wrong with it. */
function readDraft(object: Fields): TaskDraft | string {
  const { status, ...fields } = object;
  const entry = inOwnWords(fields);
  const title = wordOrNone(entry, 'title');
  const unknown = Object.keys(entry).find((field) => !known.has(field));
  if (unknown !== undefined) return unknownField(unknown);
  if (title === undefined) return 'it has no title';
  if (status !== undefined && !notBegun.includes(status)) {
    return `its "status" is ${JSON.stringify(status)}, but a new task is open: leave out finished tasks, or the field`;
  }
  const wrong = textFields.find((field) => entry[field] !== undefined && !isWord(entry[field]));
  if (wrong !== undefined) return `"${wrong}" must be a string`;
  const noList = listFields.find((field) => entry[field] !== undefined && textsOrNone(entry, field) === undefined);
  if (noList !== undefined) return `"${noList}" must be a list of strings`;
  const noFlag = flagFields.find((field) => entry[field] !== undefined && typeof entry[field] !== 'boolean');
  if (noFlag !== undefined) return `"${noFlag}" must be true or false`;
  const dependencies = readDependencies(entry.dependencies);
  if (typeof dependencies === 'string') return dependencies;
  return {
    title,
    ...Object.fromEntries(textFields.map((field) => [field, wordOrNone(entry, field)])),
    ...Object.fromEntries(
      numberFields.map((field) => [field, entry[field] === undefined ? undefined : String(entry[field])]),
    ),
    ...Object.fromEntries(listFields.map((field) => [field, textsOrNone(entry, field)])),
    ...Object.fromEntries(objectFields.map((field) => [field, entry[field]])),
    ...Object.fromEntries(flagFields.map((field) => [field, entry[field] === true ? true : undefined])),
    dependencies,
  };
}

const notBegun: readonly unknown[] = ['open', 'pending', 'todo'];

function unknownField(field: string): string {
  const meant = nearest(field, known);
  return `unknown field "${field}"${meant === undefined ? '' : ` (did you mean "${meant}"?)`}`;
}

/** A task with fields of other tools under the names they have here, and criteria that are a list as a text. */
function inOwnWords({ details, testStrategy, ...entry }: Fields): Fields {
  const acceptance = entry.acceptance ?? testStrategy;
  const list = Array.isArray(acceptance) && acceptance.every(isWord);
  return {
    ...(details === undefined ? {} : { design: details }),
    ...entry,
    ...(acceptance === undefined
      ? {}
      : { acceptance: list ? acceptance.map((text) => `- ${text}`).join('\n') : acceptance }),
  };
}

const known = new Set<string>([
  'title',
  'dependencies',
  ...numberFields,
  ...objectFields,
  ...listFields,
  ...flagFields,
  ...textFields,
]);

function readDependencies(value: unknown): TaskDraft['dependencies'] | string {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return '"dependencies" must be a list';
  const read: NonNullable<TaskDraft['dependencies']>[number][] = [];
  for (const entry of value) {
    const on = isFields(entry) ? wordOrNone(entry, 'on') : undefined;
    if (!isFields(entry) || on === undefined) return 'a dependency has no "on"';
    const type = dependencyTypes.find((one) => one === entry.type);
    if (entry.type !== undefined && type === undefined) return `"${String(entry.type)}" is not a type of dependency`;
    const gate = waitGates.find((one) => one === entry.gate);
    if (entry.gate !== undefined && gate === undefined)
      return `"${String(entry.gate)}" is not a valid gate: use all or any`;
    read.push({ on, type, gate });
  }
  return read;
}

function isWord(value: unknown): value is string {
  return typeof value === 'string';
}
