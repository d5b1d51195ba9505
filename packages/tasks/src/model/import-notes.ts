import { type NextStep, step } from '@cw/kernel';

/** What an import did not take over as it was; one sentence for each kind and word, with examples. */
const sentences = {
  priority: (word) => `priority ${word} became P3, the lowest of four levels; an export writes ${word} again`,
  status: (word) => `status "${word}" is not one of ours and became blocked; the original is kept`,
  'status-hooked': () => 'status "hooked" became in_progress; the original is kept',
  deferred: () => 'deferred ones without a date became blocked; the original is kept',
  type: (word) => `type "${word}" is no word that can be a type and became task; the original is kept`,
  'no-work': (word) => `type "${word}" is no work by itself and became blocked`,
  field: (word) => `field "${word}" has no place here and is kept as it was`,
  'long-number': (word) =>
    `field "${word}" holds a number that one here cannot hold exactly and is kept with its digits as a text`,
  'pull-request': () => 'pull requests are no tasks and were skipped',
  'no-address': () => 'issues came without "url"; with it their ids name their repository, as owner/repository#12',
  'no-comments': () => 'issues came without their comments; gh issue list --json …,comments writes them',
  'left-out': (word) => `field "${word}" has no place here and was left out`,
  'dependency-type': (word) => `dependency type "${word}" became related; its name is kept`,
  'dependency-spelling': (word) => `dependency type "${word}"`,
  parents: () => 'more than one parent: the first is the parent, the others are related',
  'parent-by-id': () => 'the parent was told by the id alone',
  dangling: () => 'dependencies on what is neither in the file nor here were skipped and are kept as they came',
  external: () => 'dependencies on other projects were skipped and are kept as they came',
  self: () => 'dependencies on itself were skipped',
  cycle: () => 'dependencies that would create a cycle were skipped',
  deep: () => 'parents were left out where tasks were nested too deep',
  title: () => 'titles were cut to 500 characters or put on one line; the original is kept',
  label: () => 'labels that are no labels were left out; the originals are kept',
  'closed-at': () => 'closed ones without a time of closing got that of their last change',
  'closed-now': () => 'closed ones without a time of closing count as closed now',
  'no-time': (word) =>
    `tasks that are here already were left as they are, since the file does not say when they changed${word === '' ? '' : '; where they are another project’s, name that one'}`,
  tombstone: () => 'deleted ones were skipped',
  record: (word) => `lines of type "${word}" are no tasks and were skipped`,
  double: () => 'ids that came twice were read from the newer line',
  newer: () => 'tasks that are newer here were left as they are',
  working: () => 'tasks that somebody holds here were left as they are',
  trashed: () => 'tasks that are in the trash here were left there',
  'people-only': (word) => `the ${word} was not taken over, since only people set it; its text is in the metadata`,
  'id-taken': () => 'ids that another task has here were made anew',
  project: (word) => `there is no project "${word}" here; the tasks belong to none`,
  plan: () => 'plans that differ from the one here were left out',
  unheld: () => 'tasks in progress are nobody’s here yet',
  unlinked: () => 'dependencies that are gone there were taken away',
} as const satisfies Record<string, (word: string) => string>;

export type NoteKind = keyof typeof sentences;

/** What there is to do about some of them. */
const steps: { readonly [kind in NoteKind]?: (word: string) => NextStep | undefined } = {
  'no-time': (word) =>
    word === '' ? undefined : step('Import them into their project', 'task import', '<file>', '--project', '<project>'),
  trashed: () => step('Take them out of the trash', 'task restore', '<task>'),
  unheld: () => step('Put what nobody holds back among the open ones', 'task release', '--unheld'),
};

export type ImportNotes = {
  /** Notes one case; `example` names it. */
  add(kind: NoteKind, word: string, example: string): void;
  /** A sentence for each kind and word that came up, with its number and at most so many examples. */
  warnings(examples?: number): readonly string[];
  /** What to do about those. */
  next(): readonly NextStep[];
};

/** One case that was noted. */
export type Noted = Parameters<ImportNotes['add']>;

const mostExamples = 10;

type Case = { readonly kind: NoteKind; readonly word: string; readonly examples: string[]; count: number };

export function importNotes(): ImportNotes {
  const cases = new Map<string, Case>();
  return {
    add(kind, word, example) {
      const key = `${kind} ${word}`;
      const known = cases.get(key) ?? { kind, word, examples: [], count: 0 };
      known.count += 1;
      if (known.examples.length < mostExamples) known.examples.push(example);
      cases.set(key, known);
    },
    warnings: (most = mostExamples) => [...cases.values()].map((each) => sentence(each, most)),
    next: () => [...cases.values()].flatMap(({ kind, word }) => steps[kind]?.(word) ?? []),
  };
}

/** Takes no notes: for reading what was read before. */
export const noNotes: ImportNotes = { add: () => {}, warnings: () => [], next: () => [] };

/** Where all examples but one are told, that one is told too. */
function sentence({ kind, word, examples, count }: Case, most: number): string {
  const told = examples.slice(0, count === most + 1 ? count : most);
  const more = count > told.length ? `, and ${count - told.length} more` : '';
  return `${sentences[kind](word)} (${count}): ${told.join(', ')}${more}`;
}
