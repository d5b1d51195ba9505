import { type Act, err, type NextStep, ok, type Result } from '@cw/kernel';
import { rehearsing, type StoreTransact } from '@cw/storage';
import {
  type BadRow,
  type ByteSource,
  FileChanged,
  type FileRow,
  type LeftOut,
  type PartialRecord,
  type ReadFormat,
  readTaskFile,
  recordsOf,
  type TaskFile,
} from '@cw/task-formats';
import type { ImportedEdge } from '../adapters/import-store.ts';
import type { TaskStore } from '../adapters/task-store.ts';
import { isHeld } from '../model/claim-rules.ts';
import { type ImportNotes, importNotes } from '../model/import-notes.ts';
import type { Task } from '../model/task.ts';
import type { UpdateFailure } from '../model/task-failure.ts';
import { type ImportLinks, settleLinks } from './import-links.ts';
import { addNewComments, type ImportWork, type NewRow, updateTask, writeNewTasks } from './import-row.ts';
import { addLeftLinks } from './left-links.ts';
import { resolveProject, type TaskResult } from './task-work.ts';

export type ImportInput = {
  readonly source: ByteSource;
  /** @defaultValue what the first record looks like */
  readonly format?: ReadFormat | undefined;
  /** Id or name of the project that new tasks belong to. @defaultValue the one the file names, else none */
  readonly project?: string | undefined;
  /** Whole id of the project of new tasks for which the file names none. @defaultValue none */
  readonly here?: string | undefined;
  /** Its name, where it becomes a part of the ids: some files number the tasks of each project from 1. */
  readonly projectName?: string | undefined;
  /** Takes what can be read and tells of the rest, instead of refusing all. */
  readonly partial?: boolean | undefined;
  /** Tells what would be done and keeps nothing. */
  readonly dryRun?: boolean | undefined;
};

/** Why a record of the file was not taken over. */
type SkipReason = LeftOut['why'] | 'newer-here' | 'no-time' | 'held-here' | 'in-trash';

/** What became of one task of the file; those that did not change are only counted. */
export type ImportedRow = { readonly line: number; readonly from: string } /** A dry run has no ids yet. */ & (
  | { readonly did: 'created'; readonly id: string | null }
  | { readonly did: 'updated'; readonly id: string; readonly fields: readonly string[] }
  | { readonly did: 'skipped'; readonly why: SkipReason }
);

export type ImportAnswer = {
  readonly format: ReadFormat;
  readonly dryRun: boolean;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly warnings: readonly string[];
  /** The same with fewer examples, for a terminal. */
  readonly briefly: readonly string[];
  readonly next: readonly NextStep[];
  readonly tasks: readonly ImportedRow[];
  /** Records that could not be read; only where the file is taken in part. */
  readonly refused: readonly BadRow[];
};

/**
 * Takes over the tasks of a file, all of them or none. Their ids stay usable. Importing again changes nothing, and a task
 * that is newer here is left as it is. Nothing that comes in is started by itself, run, or approved.
 */
export async function importTasks(
  transact: StoreTransact<TaskStore>,
  input: ImportInput,
  act: Act,
): Promise<TaskResult<ImportAnswer>> {
  if (act.actor.kind === 'run') return err({ kind: 'task.people-only', action: 'import' });
  const notes = importNotes();
  const planned = readTaskFile(input.source, input, notes);
  if (!planned.ok) return planned;
  const within = input.dryRun ? rehearsing(transact) : transact;
  return within((store) => carryOut({ store, notes, act, input, plan: planned.value }));
}

type Import = {
  readonly store: TaskStore;
  readonly notes: ImportNotes;
  readonly act: Act;
  readonly input: ImportInput;
  readonly plan: TaskFile;
};

/** What is to be done with a row: written anew, brought up to date, only looked at for comments, or left. */
type Decision =
  | { readonly row: FileRow; readonly do: 'create'; readonly id: string }
  | { readonly row: FileRow; readonly do: 'update'; readonly id: string; readonly task: Task }
  | { readonly row: FileRow; readonly do: 'keep'; readonly id: string; readonly n: number }
  | { readonly row: FileRow; readonly do: 'skip'; readonly id: string; readonly why: SkipReason };

async function carryOut(work: Import): Promise<TaskResult<ImportAnswer>> {
  const { store, notes, plan, input } = work;
  const projectOf = await projectFinder(work);
  if (!projectOf.ok) return projectOf;
  const decisions = await decideAll(work);
  const resolve = resolver(work, decisions);
  const links = await linksOf(work, decisions, resolve);
  const tasks: ImportedRow[] = plan.skipped.map(skippedRow);
  const count = { created: 0, updated: 0, unchanged: 0, skipped: plan.skipped.length };
  const tools: ImportWork = { ...work, projectOf: projectOf.value };
  const fresh = newTaskWriter(tools);
  try {
    for (const incoming of recordsOf(input.source, plan)) {
      const decision = decisions.get(incoming.from);
      if (decision) tell(await carryOutOne({ tools, fresh }, { incoming, decision, links }));
    }
    await fresh.end();
  } catch (error) {
    if (!(error instanceof FileChanged)) throw error;
    return err({ kind: 'import.invalid', line: error.line, problem: 'the file changed while it was read' });
  }
  await writeLinks(store, decisions, links);
  await links.addDoubtful();
  await addLeftLinks(store, { notes, act: work.act, resolve, passed: writtenIn(decisions) });
  const { format, refused } = plan;
  const told = { warnings: notes.warnings(), briefly: notes.warnings(3), next: notes.next() };
  return ok({ format, dryRun: input.dryRun ?? false, ...count, ...told, tasks, refused });

  function tell(row: ImportedRow | undefined) {
    count[row?.did ?? 'unchanged'] += 1;
    if (row) tasks.push(input.dryRun && row.did === 'created' ? { ...row, id: null } : row);
  }
}

async function decideAll(work: Import): Promise<ReadonlyMap<string, Decision>> {
  const { store, notes, plan } = work;
  const decisions = new Map<string, Decision>();
  const given = new Set<string>();
  const find = (await store.imports.isEmpty()) ? findNothing : store;
  for (const row of plan.rows.values()) {
    const decision = await decide(work, row, { given, find });
    decisions.set(row.from, decision);
    if (decision.do === 'create' || decision.do === 'update') for (const one of row.noted) notes.add(...one);
    else if (decision.do === 'keep' && row.updatedAt === null) {
      notes.add('no-time', plan.isNumbered ? 'numbered' : '', row.from);
    }
  }
  return decisions;
}

function skippedRow({ line, from, why }: LeftOut): ImportedRow {
  return { line, from, did: 'skipped', why };
}

type Finder = Pick<TaskStore, 'findExternal' | 'findAny'>;

const findNothing: Finder = { findExternal: async () => undefined, findAny: async () => undefined };

type Known = {
  /** Ids of either kind that earlier rows have. */
  readonly given: Set<string>;
  readonly find: Finder;
};

async function decide({ store, notes }: Import, row: FileRow, { given, find }: Known): Promise<Decision> {
  const known = await knownTask(find, row);
  const leave = (id: string, why: SkipReason, note: 'trashed' | 'newer' | 'working' | 'double'): Decision => {
    notes.add(note, '', row.from);
    return { row, do: 'skip', id, why };
  };
  if (row.externalId !== null && given.has(row.externalId)) return leave(known?.id ?? '', 'double', 'double');
  if (row.externalId !== null) given.add(row.externalId);
  if (!known) {
    const isFree = row.ownId !== null && !given.has(row.ownId) && !(await find.findAny(row.ownId));
    if (row.ownId !== null && !isFree) notes.add('id-taken', '', row.from);
    const id = isFree && row.ownId !== null ? row.ownId : store.ids('task');
    given.add(id);
    return { row, do: 'create', id };
  }
  const { id, n } = known;
  if (known.deletedAt !== null) return leave(id, 'in-trash', 'trashed');
  const updatedAt = row.updatedAt ?? known.updatedAt;
  if (known.updatedAt > updatedAt) return leave(id, 'newer-here', 'newer');
  if (known.updatedAt === updatedAt) return { row, do: 'keep', id, n };
  return isHeld(known, store.at) ? leave(id, 'held-here', 'working') : { row, do: 'update', id, task: known };
}

async function knownTask(find: Finder, { externalId, ownId }: FileRow): Promise<Task | undefined> {
  if (externalId !== null) return find.findExternal(externalId);
  return ownId === null ? undefined : find.findAny(ownId);
}

type Resolve = (name: string) => Promise<{ readonly id: string; readonly isNew: boolean } | undefined>;

/** What is meant by a name of the file: a task of it, else one that is here. */
function resolver({ store }: Import, decisions: ReadonlyMap<string, Decision>): Resolve {
  const elsewhere = new Map<string, { id: string; isNew: boolean } | undefined>();
  return async (name) => {
    const here = decisions.get(name);
    if (here) return { id: here.id, isNew: here.do === 'create' };
    if (!elsewhere.has(name)) {
      const found = (await store.findExternal(name)) ?? (await store.find(name));
      elsewhere.set(name, found && found.deletedAt === null ? { id: found.id, isNew: false } : undefined);
    }
    return elsewhere.get(name);
  };
}

/** Ids of the tasks whose links the file tells. */
function writtenIn(decisions: ReadonlyMap<string, Decision>): ReadonlySet<string> {
  const written = [...decisions.values()].filter(({ do: done }) => done === 'create' || done === 'update');
  return new Set(written.map(({ id }) => id));
}

function linksOf(
  { store, notes, act }: Import,
  decisions: ReadonlyMap<string, Decision>,
  resolve: Resolve,
): Promise<ImportLinks> {
  const written = [...decisions.values()].flatMap(({ row, id, do: done }) =>
    done === 'create' || done === 'update' ? [{ row, id, isNew: done === 'create' }] : [],
  );
  return settleLinks(store, written, { notes, act, resolve });
}

type One = { readonly incoming: PartialRecord; readonly decision: Decision; readonly links: ImportLinks };

async function carryOutOne(
  { tools: work, fresh }: { readonly tools: ImportWork; readonly fresh: NewTaskWriter },
  { incoming, decision, links }: One,
): Promise<ImportedRow | undefined> {
  const { line } = decision.row;
  const { from } = incoming;
  const { id } = decision;
  if (decision.do === 'skip') return { line, from, did: 'skipped', why: decision.why };
  if (decision.do === 'create') {
    await fresh.add({ incoming, id, links: links.of(from) });
    return { line, from, did: 'created', id };
  }
  const fields =
    decision.do === 'update'
      ? await updateTask(work, incoming, { task: decision.task, links: links.of(from) })
      : await addNewComments(work, { row: decision, id }, incoming);
  if (fields.length > 0) return { line, from, did: 'updated', id, fields };
  return incoming.updatedAt === null ? { line, from, did: 'skipped', why: 'no-time' } : undefined;
}

type NewTaskWriter = { add(row: NewRow): Promise<void>; end(): Promise<void> };

/** What is written at once, in tasks and in characters. */
const atOnce = { tasks: 250, length: 2_000_000 };

/** Gathers new tasks and writes them some hundred at a time. */
function newTaskWriter(work: ImportWork): NewTaskWriter {
  let rows: NewRow[] = [];
  let length = 0;
  const end = async () => {
    if (rows.length > 0) await writeNewTasks(work, rows);
    rows = [];
    length = 0;
  };
  return {
    end,
    add: async (row) => {
      rows.push(row);
      length += row.incoming.fields.description?.length ?? 0;
      if (rows.length >= atOnce.tasks || length >= atOnce.length) await end();
    },
  };
}

/** Parents and dependencies, once every task is there. */
async function writeLinks(
  store: TaskStore,
  decisions: ReadonlyMap<string, Decision>,
  links: ImportLinks,
): Promise<void> {
  const added: ImportedEdge[] = [];
  for (const decision of decisions.values()) {
    if (decision.do !== 'create' && decision.do !== 'update') continue;
    const { parent, edges } = links.of(decision.row.from);
    const isThere = decision.do === 'update' && decision.task.parentId === parent;
    if (parent !== undefined && !isThere) await store.imports.setParent(decision.id, parent);
    added.push(...edges);
  }
  await store.imports.addDependencies(added);
}

type ProjectFinder = ImportWork['projectOf'];

/** The project that was asked for, for all of them; else each one's own by its name, where there is one of that name. */
async function projectFinder({ store, input, notes }: Import): Promise<Result<ProjectFinder, UpdateFailure>> {
  if (input.project !== undefined) {
    const project = await resolveProject(store, input.project);
    return project.ok ? ok(async () => project.value.id) : project;
  }
  const known = new Map<string, string | null>();
  return ok(async ({ project, from }) => {
    if (project === null) return input.here ?? null;
    if (!known.has(project)) known.set(project, (await store.projectNamed(project))?.id ?? null);
    const id = known.get(project) ?? null;
    if (id === null) notes.add('project', project, from);
    return id;
  });
}
