import type { Instant } from '@cw/kernel';
import { type Metadata, taskSizes } from './task-words.ts';

/**
 * What a field holds: `text` of several lines, a `line`, one `word`, one of a few words in their order (`choice`), `minutes`
 * of work, a `date`, yes or no (`flag`), a `list` of texts, an `object` of the user's own, or a `shell` line, which is run
 * and therefore set by people only. An empty text, list and object and a no stand for nothing; the others are null then.
 */
export type DetailKind = keyof DetailValues | 'choice';
type DetailValues = {
  readonly text: string;
  readonly line: string | null;
  readonly word: string | null;
  readonly minutes: number | null;
  readonly date: Instant | null;
  readonly flag: boolean;
  readonly list: readonly string[];
  readonly object: Metadata;
  readonly shell: string | null;
};

type DetailRow = {
  readonly kind: DetailKind;
  /** What drafts and programs call it. @defaultValue the name of the field */
  readonly said?: string;
  /** The word for it in plans and options. @defaultValue `said` with dashes */
  readonly word?: string;
  /** What a refusal calls it. @defaultValue the name of the field */
  readonly called?: string;
  /** Of a choice, in their order. */
  readonly words?: readonly string[];
};

/** The fields that most tasks leave empty, one row each: what they hold, and what people and programs call them. */
export const details = {
  design: { kind: 'text' },
  dueAt: { kind: 'date', said: 'due' },
  /** Not offered as work before. */
  deferUntil: { kind: 'date', said: 'defer' },
  estimate: { kind: 'minutes' },
  size: { kind: 'choice', words: taskSizes },
  role: { kind: 'word' },
  externalRef: { kind: 'line', called: 'reference' },
  /** No work before its plan is approved. */
  requiresPlan: { kind: 'flag' },
  /** Paths, folders and patterns that it will change: tasks that share one are not worked at together. */
  files: { kind: 'list' },
  /** What an agent has to be capable of to be started on it. */
  requires: { kind: 'list' },
  /** What needs it begins only after a person has approved what came of it. */
  gate: { kind: 'flag' },
  /** What the `script` provider runs. */
  script: { kind: 'shell' },
  /** Tells whether the task is done. */
  checkCommand: { kind: 'shell', word: 'check', called: 'check' },
  metadata: { kind: 'object' },
} as const satisfies Readonly<Record<string, DetailRow>>;

type Rows = typeof details;
export type DetailName = keyof Rows;
/** The fields of some kinds. */
export type DetailOf<Kind extends DetailKind> = {
  [Field in DetailName]: Rows[Field]['kind'] extends Kind ? Field : never;
}[DetailName];

type ValueOf<Row> = Row extends { readonly kind: 'choice'; readonly words: readonly (infer Word)[] }
  ? Word | null
  : Row extends { readonly kind: keyof DetailValues }
    ? DetailValues[Row['kind']]
    : never;
type SaidOf<Field extends DetailName> = Rows[Field] extends { readonly said: infer Said extends string } ? Said : Field;

/** The details of a task, as its rules see them. */
export type Details = { readonly [Field in DetailName]: ValueOf<Rows[Field]> };

/** What refusals call the fields of some kinds. */
export type DetailWord<Kind extends DetailKind> = {
  [Field in DetailName]: Rows[Field] extends { readonly called: infer Word extends string } ? Word : Field;
}[DetailOf<Kind>];

type SaidValue<Kind> = Kind extends 'flag'
  ? boolean
  : Kind extends 'list'
    ? readonly string[]
    : Kind extends 'object'
      ? unknown
      : string;

/** The same in the words in which somebody says them: `2h`, `next monday`. */
export type SaidDetails = {
  readonly [Field in DetailName as SaidOf<Field>]?: SaidValue<Rows[Field]['kind']> | undefined;
};

/** The kind of each by what it is called there. */
export type SaidKinds = { readonly [Field in DetailName as SaidOf<Field>]: Rows[Field]['kind'] };

/** A row with all that it leaves to be understood. */
export type Detail = Required<DetailRow> & { readonly field: DetailName; readonly said: keyof SaidDetails };

/** Those of some kinds, or all, in the order in which they are told. */
export function detailsOf(...kinds: readonly DetailKind[]): readonly Detail[] {
  return Object.entries<DetailRow>(details).flatMap(([field, row]) => {
    if (kinds.length > 0 && !kinds.includes(row.kind)) return [];
    const said = row.said ?? field;
    const word = said.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return { word, called: field, words: [], ...row, field: field as DetailName, said: said as keyof SaidDetails };
  });
}
