/** What a reader did not take over as it was: one sentence for each kind and word. */
export const readingSentences = {
  priority: (word) => `priority ${word} became P3, the lowest of four levels; an export writes ${word} again`,
  status: (word) => `status "${word}" is unknown and became blocked; the original is kept`,
  'status-hooked': () => 'status "hooked" became in_progress; the original is kept',
  deferred: () => 'deferred issues without a date became blocked; the original is kept',
  type: (word) => `type "${word}" is not a valid type and became task; the original is kept`,
  'no-work': (word) => `type "${word}" is not work by itself and became blocked`,
  field: (word) => `field "${word}" has no equivalent here and is kept unchanged`,
  'pull-request': () => 'pull requests are not tasks and were skipped',
  'no-address': () => 'issues came without "url"; with it, their ids include the repository, as owner/repository#12',
  'no-comments': () => 'issues came without comments; gh issue list --json …,comments exports them',
  'left-out': (word) => `field "${word}" has no equivalent here and was left out`,
  'dependency-type': (word) => `dependency type "${word}" became related; its name is kept`,
  'dependency-spelling': (word) => `dependency type "${word}"`,
  title: () => 'titles were cut to 500 characters or put on one line; the original is kept',
  label: () => 'invalid labels were left out; the originals are kept',
  'closed-at': () => 'closed tasks without a closing time got the time of their last change',
  'closed-now': () => 'closed tasks without a closing time count as closed now',
  tombstone: () => 'deleted tasks were skipped',
  record: (word) => `lines of type "${word}" are not tasks and were skipped`,
  double: () => 'for duplicate ids, the newer line was used',
  'people-only': (word) => `the ${word} was not imported, since only people can set it; its text is in the metadata`,
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
