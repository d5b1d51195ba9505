/** What an import did not take over as it was; one sentence for each kind and word, with examples. */
const sentences = {
  priority: (word) => `priority ${word} became P3; the original is kept`,
  status: (word) => `status "${word}" is not one of ours and became blocked; the original is kept`,
  'status-hooked': () => 'status "hooked" became in_progress; the original is kept',
  deferred: () => 'deferred ones became blocked with the date as the reason',
  type: (word) => `type "${word}" is no word that can be a type and became task; the original is kept`,
  'no-work': (word) => `type "${word}" is no work by itself and became blocked`,
  field: (word) => `field "${word}" has no place here and is kept as it was`,
  'dependency-type': (word) => `dependency type "${word}" became related; its name is kept`,
  'dependency-spelling': (word) => `dependency type "${word}"`,
  parents: () => 'more than one parent: the first is the parent, the others are related',
  'parent-by-id': () => 'the parent was told by the id alone',
  dangling: () => 'dependencies on what is not in the file were skipped',
  self: () => 'dependencies on itself were skipped',
  cycle: () => 'dependencies that would make a circle were skipped',
  deep: () => 'parents were left out where tasks were nested too deep',
  title: () => 'titles were cut to 500 characters or put on one line; the original is kept',
  label: () => 'labels that are no labels were left out; the originals are kept',
  'closed-at': () => 'closed ones without a time of closing got that of their last change',
  tombstone: () => 'deleted ones were skipped',
  record: (word) => `lines of type "${word}" are no tasks and were skipped`,
  double: () => 'ids that came twice were read from the newer line',
  newer: () => 'tasks that are newer here were left as they are',
  working: () => 'tasks that somebody holds here were left as they are',
} as const satisfies Record<string, (word: string) => string>;

export type NoteKind = keyof typeof sentences;

export type ImportNotes = {
  /** Notes one case; `example` names it. */
  add(kind: NoteKind, word: string, example: string): void;
  /** A sentence for each kind and word that came up, with its number and up to ten examples. */
  warnings(): readonly string[];
};

const mostExamples = 10;

export function importNotes(): ImportNotes {
  const cases = new Map<string, { kind: NoteKind; word: string; examples: string[] }>();
  return {
    add(kind, word, example) {
      const key = `${kind} ${word}`;
      const known = cases.get(key) ?? { kind, word, examples: [] };
      known.examples.push(example);
      cases.set(key, known);
    },
    warnings: () => [...cases.values()].map(({ kind, word, examples }) => sentence(kind, word, examples)),
  };
}

function sentence(kind: NoteKind, word: string, examples: readonly string[]): string {
  const said = sentences[kind](word);
  const shown = examples.slice(0, mostExamples).join(', ');
  const more = examples.length > mostExamples ? `, and ${examples.length - mostExamples} more` : '';
  return `${said} (${examples.length}): ${shown}${more}`;
}
