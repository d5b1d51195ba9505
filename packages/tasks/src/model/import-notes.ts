import { type NextStep, step } from '@cw/kernel';
import { type ReadingNotes, readingSentences } from '@cw/task-formats';

/** What an import did not take over as it was; one sentence for each kind and word, with examples. */
const sentences = {
  ...readingSentences,
  parents: () => 'more than one parent: the first is the parent, the others are related',
  'parent-by-id': () => 'the parent was taken from the id',
  dangling: () => 'dependencies on tasks that are neither in the file nor here were skipped and are kept unchanged',
  'left-link': () => 'dependencies of earlier imports were added, now that what they need is here',
  external: () => 'dependencies on other projects were skipped and are kept unchanged',
  self: () => 'self-dependencies were skipped',
  cycle: () => 'dependencies that would create a cycle were skipped',
  deep: () => 'parents were left out where tasks were nested too deep',
  'no-time': (word) =>
    `existing tasks were not changed, since the file does not say when they changed${word === '' ? '' : '; if they belong to another project, give that one'}`,
  newer: () => 'tasks that are newer here were not changed',
  working: () => 'tasks that somebody holds here were not changed',
  trashed: () => 'tasks in the trash here were left there',
  'id-taken': () => 'ids that another task has here were replaced by new ones',
  project: (word) => `project "${word}" not found; the tasks belong to none`,
  plan: () => 'plans that differ from the one here were left out',
  unheld: () => 'tasks in progress have no holder here yet',
  unlinked: () => 'dependencies that are gone there were removed',
} as const satisfies Record<string, (word: string) => string>;

type NoteKind = keyof typeof sentences;

/** What there is to do about some of them. */
const steps: { readonly [kind in NoteKind]?: (word: string) => NextStep | undefined } = {
  'no-time': (word) =>
    word === '' ? undefined : step('Import them into their project', 'task import', '<file>', '--project', '<project>'),
  trashed: () => step('Restore them', 'task restore', '<task>'),
  unheld: () => step('Release tasks without a holder', 'task release', '--unheld'),
};

export type ImportNotes = ReadingNotes & {
  /** Notes one case; `example` names it. */
  add(kind: NoteKind, word: string, example: string): void;
  /** A sentence for each kind and word that came up, with its number and at most so many examples. */
  warnings(examples?: number): readonly string[];
  /** What to do about those. */
  next(): readonly NextStep[];
};

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

/** Where all examples but one are told, that one is told too. */
function sentence({ kind, word, examples, count }: Case, most: number): string {
  const told = examples.slice(0, count === most + 1 ? count : most);
  const more = count > told.length ? `, and ${count - told.length} more` : '';
  return `${sentences[kind](word)} (${count}): ${told.join(', ')}${more}`;
}
