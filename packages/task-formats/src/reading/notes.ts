/** What a reader did not take over as it was: one sentence for each kind and word. */
export const readingSentences = {
  priority: (word) => `priority ${word} became P3, the lowest of four levels; an export writes ${word} again`,
  status: (word) => `status "${word}" is not one of ours and became blocked; the original is kept`,
  'status-hooked': () => 'status "hooked" became in_progress; the original is kept',
  deferred: () => 'deferred ones without a date became blocked; the original is kept',
  type: (word) => `type "${word}" is no word that can be a type and became task; the original is kept`,
  'no-work': (word) => `type "${word}" is no work by itself and became blocked`,
  field: (word) => `field "${word}" has no place here and is kept as it was`,
  'pull-request': () => 'pull requests are no tasks and were skipped',
  'no-address': () => 'issues came without "url"; with it their ids name their repository, as owner/repository#12',
  'no-comments': () => 'issues came without their comments; gh issue list --json …,comments writes them',
  'left-out': (word) => `field "${word}" has no place here and was left out`,
  'dependency-type': (word) => `dependency type "${word}" became related; its name is kept`,
  'dependency-spelling': (word) => `dependency type "${word}"`,
  title: () => 'titles were cut to 500 characters or put on one line; the original is kept',
  label: () => 'labels that are no labels were left out; the originals are kept',
  'closed-at': () => 'closed ones without a time of closing got that of their last change',
  'closed-now': () => 'closed ones without a time of closing count as closed now',
  tombstone: () => 'deleted ones were skipped',
  record: (word) => `lines of type "${word}" are no tasks and were skipped`,
  double: () => 'ids that came twice were read from the newer line',
  'people-only': (word) => `the ${word} was not taken over, since only people set it; its text is in the metadata`,
} as const satisfies Record<string, (word: string) => string>;

export type NoteKind = keyof typeof readingSentences;

/** Where a reader says what it did not take over as it was. */
export type ReadingNotes = {
  /** Notes one case; `example` names it. */
  add(kind: NoteKind, word: string, example: string): void;
};

/** One case that was noted. */
export type Noted = Parameters<ReadingNotes['add']>;

/** Takes no notes: for reading what was read before. */
export const noNotes: ReadingNotes = { add: () => {} };
