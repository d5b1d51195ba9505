import { nearest } from '@cw/kernel';
import { type DetailKind, detailsOf } from '../record/details.ts';

const wordsOf = (...kinds: readonly DetailKind[]): Readonly<Record<string, string>> =>
  Object.fromEntries(detailsOf(...kinds).map(({ word, said }) => [word, said]));

/** Fields that are one text, with what a planned task calls them. */
export const words: Readonly<Record<string, string>> = {
  type: 'type',
  priority: 'priority',
  assignee: 'assignee',
  project: 'project',
  ...wordsOf('text', 'minutes', 'date', 'word', 'choice', 'line', 'shell'),
};

/** Fields that are several texts, and those that are yes or no. */
export const lists: Readonly<Record<string, string>> = { labels: 'labels', ...wordsOf('list') };
export const flags: Readonly<Record<string, string>> = { ...wordsOf('flag'), 'inherit-labels': 'inheritLabels' };

/** Fields that name other tasks, with the type of dependency. */
export const needed = {
  needs: 'blocks',
  related: 'related',
  'discovered-from': 'discovered-from',
  'waits-for': 'waits-for',
  'on-failure': 'on-failure',
} as const;

const others = ['key', 'parent', 'acceptance', 'description', 'metadata'];

/** Other ways to name a field. */
const synonyms: Readonly<Record<string, string>> = {
  label: 'labels',
  tags: 'labels',
  tag: 'labels',
  prio: 'priority',
  owner: 'assignee',
  body: 'description',
  depends: 'needs',
  'depends-on': 'needs',
  dependencies: 'needs',
  'blocked-by': 'needs',
  'acceptance-criteria': 'acceptance',
  'definition-of-done': 'acceptance',
};

const fields = [...[words, needed, lists, flags].flatMap(Object.keys), ...others];

/** Headings of other trackers' plans that are no task but say something of the one above: `### Acceptance criteria`. */
const headings: readonly string[] = [
  'acceptance',
  'acceptance-criteria',
  'definition-of-done',
  'description',
  'priority',
  'type',
  'labels',
  'dependencies',
  'depends-on',
  'assignee',
];

/** Whether a field may hold several values, in a list below it. */
export function isList(field: string): boolean {
  return field in needed || field in lists || field === 'acceptance';
}

/** The field that a word before a colon means, whatever its case. */
export function fieldOf(word: string): string | undefined {
  const name = nameOf(word);
  return fields.find((field) => field === name) ?? (Object.hasOwn(synonyms, name) ? synonyms[name] : undefined);
}

/** The field of the task above that a heading stands for. */
export function headingField(title: string): string | undefined {
  return headings.includes(nameOf(title)) ? fieldOf(title) : undefined;
}

function nameOf(word: string): string {
  return word.trim().toLowerCase().replace(/:$/, '').replace(/[ _]+/g, '-');
}

/** The name of a field that a word was probably meant to be. */
export function misspelt(word: string): string | undefined {
  return nearest(word, [...fields, ...Object.keys(synonyms)]);
}

const elsewhere: Readonly<Record<string, string>> = {
  status: 'A new task is open: leave it out, and leave out tasks that are done.',
  state: 'A new task is open: leave it out, and leave out tasks that are done.',
  blocks: 'Write needs below the heading of the task that must wait.',
  title: 'The heading is the title.',
};

/** The refusal of an unknown field. */
export function noField(word: string): string {
  const name = nameOf(word);
  const meant = misspelt(word);
  const known = fields.filter((field) => field !== 'key').join(', ');
  const way =
    (Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined) ??
    (meant === undefined ? `Fields are ${known}.` : `Did you mean ${meant}?`);
  return `Unknown field "${word}". ${way} If it is text, put it after a blank line and start it differently.`;
}
