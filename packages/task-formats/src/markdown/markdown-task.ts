import { err, nearest, ok, type Result } from '@cw/kernel';
import { InexactNumber, parseJsonText } from '../record/json-text.ts';
import type { DraftFailure, MetadataFailure, NeededTask, TaskDraft } from '../record/task-draft.ts';
import { badLine } from './markdown-chapters.ts';
import { flags, lists, needed as neededTypes, words } from './markdown-fields.ts';

/** A heading of a plan with what stands below it. */
export type Section = {
  readonly line: number;
  readonly level: number;
  readonly title: string;
  readonly key: string | undefined;
  /** The line of the heading above it. */
  readonly parent: number | undefined;
  readonly fields: ReadonlyMap<string, { readonly line: number; readonly values: readonly string[] }>;
  readonly description: string;
};

/** Sections by what others call them. */
export type Outline = {
  readonly byLine: ReadonlyMap<number, Section>;
  readonly byKey: ReadonlyMap<string, Section>;
  readonly byTitle: ReadonlyMap<string, readonly Section[]>;
  /** Lines of those that have others below them. */
  readonly parents: ReadonlySet<number | undefined>;
};

export function outlineOf(sections: readonly Section[]): Outline {
  const byTitle = new Map<string, Section[]>();
  for (const section of sections) {
    const title = titleKey(section.title);
    byTitle.set(title, [...(byTitle.get(title) ?? []), section]);
  }
  return {
    byLine: new Map(sections.map((section) => [section.line, section])),
    byKey: new Map(sections.flatMap((section) => (section.key === undefined ? [] : [[section.key, section]]))),
    byTitle,
    parents: new Set(sections.map((section) => section.parent)),
  };
}

function titleKey(title: string): string {
  return title.trim().toLowerCase();
}

/** The task of a section, with names of others turned into their keys; what is wrong is told with its line. */
export function sectionTask(section: Section, all: Outline): Result<TaskDraft, DraftFailure> {
  const value = (field: string) => section.fields.get(field)?.values;
  const needed = neededTasks(section, all);
  if (!needed.ok) return needed;
  const parent = parentOf(section, all);
  if (!parent.ok) return parent;
  const metadata = metadataOf(value('metadata')?.join(' '));
  if (!metadata.ok) return atLine(lineOf(section, 'metadata'), metadata.error);
  const unclear = Object.keys(flags).find((field) => !isClear(value(field)));
  if (unclear !== undefined) return badLine(lineOf(section, unclear), `${unclear} must be yes or no.`);
  const given = (names: Readonly<Record<string, string>>, read: (values: readonly string[]) => unknown) =>
    Object.entries(names).flatMap(([word, field]) => {
      const values = value(word);
      return values === undefined ? [] : [[field, read(values)] as const];
    });
  const hasChildren = all.parents.has(section.line);
  return ok({
    ...(hasChildren ? { type: 'epic' } : {}),
    ...Object.fromEntries([
      ...given(words, (values) => values.join('\n')),
      ...given(lists, separate),
      ...given(flags, yesOrNo),
    ]),
    title: section.title,
    key: keyOf(section),
    place: `Line ${section.line}`,
    parts: [...section.fields.values()].map(({ line, values }) => ({ place: `Line ${line}`, texts: values })),
    parent: parent.value,
    description: section.description,
    acceptance: criteria(value('acceptance')),
    metadata: metadata.value,
    dependencies: needed.value,
  });
}

/** Several lines, or one with commas. */
function separate(values: readonly string[]): readonly string[] {
  return values.flatMap((text) => text.split(',')).filter((text) => text.trim() !== '');
}

/** One criterion is a sentence; several are a list. */
function criteria(values: readonly string[] | undefined): string | undefined {
  if (values === undefined || values.length < 2) return values?.[0];
  return values.map((text) => `- ${text}`).join('\n');
}

function keyOf(section: Section): string {
  return section.key ?? `line ${section.line}`;
}

function isClear(values: readonly string[] | undefined): boolean {
  return values === undefined || /^(?:yes|true|no|false|)$/i.test(values.join(' '));
}

function yesOrNo(values: readonly string[]): boolean {
  return /^(?:yes|true|)$/i.test(values.join(' '));
}

function metadataOf(text: string | undefined): Result<unknown, MetadataFailure> {
  if (text === undefined) return ok(undefined);
  try {
    return ok(parseJsonText(text));
  } catch (error) {
    if (error instanceof SyntaxError) return err({ kind: 'task.bad-metadata' });
    if (error instanceof InexactNumber) return err({ kind: 'task.long-number', digits: error.digits });
    throw error;
  }
}

function parentOf(section: Section, all: Outline): Result<string | undefined, DraftFailure> {
  const named = section.fields.get('parent')?.values[0];
  if (named !== undefined) return meant(named, { all, line: lineOf(section, 'parent') });
  const above = section.parent === undefined ? undefined : all.byLine.get(section.parent);
  return ok(above && keyOf(above));
}

function neededTasks(section: Section, all: Outline): Result<readonly NeededTask[], DraftFailure> {
  const needed: NeededTask[] = [];
  for (const [field, type] of Object.entries(neededTypes)) {
    for (const name of namesIn(section.fields.get(field)?.values ?? [], all)) {
      const on = meant(name, { all, line: lineOf(section, field) });
      if (!on.ok) return on;
      needed.push({ on: on.value, type });
    }
  }
  return ok(needed);
}

/** Names on one line are separated by commas, unless the whole line is a title. */
function namesIn(values: readonly string[], all: Outline): readonly string[] {
  return values
    .flatMap((text) => (all.byTitle.has(titleKey(text)) ? [text] : text.split(',')))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

type Naming = { readonly all: Outline; readonly line: number };

/** The key of the section that a key or a title names; anything else is left to be an id. */
function meant(name: string, { all, line }: Naming): Result<string, DraftFailure> {
  const byKey = all.byKey.get(name);
  if (byKey) return ok(keyOf(byKey));
  const [byTitle, ...more] = all.byTitle.get(titleKey(name)) ?? [];
  if (more.length > 0) {
    return badLine(line, `Several headings are named "${name}": give them keys, and use one of those.`);
  }
  if (byTitle) return ok(keyOf(byTitle));
  if (!/\s/.test(name)) return ok(name);
  const like = nearest(
    name,
    [...all.byLine.values()].map(({ title }) => title),
  );
  const hint = like === undefined ? '' : ` Did you mean "${like}"?`;
  return badLine(line, `This plan has no heading "${name}".${hint}`);
}

function lineOf(section: Section, field: string): number {
  return section.fields.get(field)?.line ?? section.line;
}

function atLine(line: number, failure: DraftFailure['failure']): Result<never, DraftFailure> {
  return err({ kind: 'task.at-place', place: `Line ${line}`, failure });
}
