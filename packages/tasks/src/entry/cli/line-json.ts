import type { CliCommand } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { detailsOf, type Fields, isFields } from '@cw/task-formats';
import { type Given, listed, saidOf, type Value } from './line-input.ts';

/** What the fields of a JSON line give a command: its arguments and options by their names in camel case. */
export function readFields(command: CliCommand, object: Fields): Result<Given, string> {
  const places: Places = new Map();
  const values = new Map<string, Value>();
  for (const [field, given] of Object.entries(object)) {
    if (field === 'op' || field === 'key') continue;
    const wrong = readArgument(command, { field, given }, places) ?? readOption(command, { field, given }, values);
    if (wrong !== 'read') return err(wrong);
  }
  const positionals: string[] = [];
  for (const { name, required } of command.arguments ?? []) {
    const words = places.get(name);
    if (words === undefined && required !== false) return err(`"${name.startsWith('task') ? 'id' : name}" is missing`);
    positionals.push(...(words ?? []));
  }
  return ok({ positionals, values });
}

type Places = Map<string, readonly string[]>;
type Entry = { readonly field: string; readonly given: unknown };

/** Reads a field that stands for an argument; undefined where it stands for none, else what is wrong with it. */
function readArgument(command: CliCommand, { field, given }: Entry, places: Places): string | undefined {
  const place = (command.arguments ?? []).find(({ name }) => placeNames(name).includes(field));
  if (place === undefined) return undefined;
  const words = listed(textOf(field, given));
  if (words.length === 0) return `"${field}" must be a string or a list of strings`;
  const all = [...(places.get(place.name) ?? []), ...words];
  if (all.length > 1 && !place.variadic) return `"${field}" takes only one value`;
  places.set(place.name, all);
  return 'read';
}

function readOption(command: CliCommand, { field, given }: Entry, values: Map<string, Value>): string {
  const option = (command.options ?? []).find(({ name }) => optionNames(name).includes(field));
  if (option === undefined) return `unknown field "${field}" of ${saidOf(command)}`;
  const before = values.get(option.name);
  if (before !== undefined && !option.repeatable) return `"${field}" is already set by another field`;
  if (option.value === undefined) {
    if (typeof given !== 'boolean') return `"${field}" must be true or false`;
    if (given) values.set(option.name, true);
    return 'read';
  }
  const value = textOf(field, given);
  if (value === undefined) return `"${field}" must be a string, a number or a list of strings`;
  if (!option.repeatable && typeof value !== 'string') return `"${field}" takes only one value`;
  values.set(option.name, option.repeatable ? [...listed(before), ...listed(value)] : value);
  return 'read';
}

/** The fields that stand for an argument. */
function placeNames(name: string): readonly string[] {
  return name === 'task' || name === 'tasks' ? ['id', 'ids', 'task', 'tasks'] : [name];
}

const synonyms: Readonly<Record<string, readonly string[]>> = {
  label: ['label', 'labels'],
  'add-label': ['addLabel', 'addLabels'],
  'remove-label': ['removeLabel', 'removeLabels'],
  needs: ['needs', 'on'],
  parent: ['parent', 'parentId'],
  project: ['project', 'projectId'],
  deps: ['deps', 'dependencies'],
};

const details = detailsOf();

function optionNames(name: string): readonly string[] {
  const said = details.flatMap((row) => (row.word === name ? [row.said] : []));
  return synonyms[name] ?? [name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), ...said];
}

/** A value as it would be typed; null empties what it is given to. */
function textOf(field: string, value: unknown): string | readonly string[] | undefined {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return listOf(value);
  if (!isFields(value)) return undefined;
  if (field !== 'setMetadata') return JSON.stringify(value);
  return Object.entries(value).map(([key, inner]) => `${key}=${inner === null ? '' : JSON.stringify(inner)}`);
}

function listOf(values: readonly unknown[]): readonly string[] | undefined {
  const texts: string[] = [];
  for (const value of values) {
    if (typeof value === 'string') texts.push(value);
    else if (isFields(value) && typeof value.on === 'string') texts.push(dependencyText(value.on, value.type));
    else return undefined;
  }
  return texts;
}

function dependencyText(on: string, type: unknown): string {
  return typeof type === 'string' ? `${type}:${on}` : on;
}
