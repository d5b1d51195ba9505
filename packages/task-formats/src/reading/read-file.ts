import { err, type Instant, ok, type Result } from '@cw/kernel';
import { readBeadsIssue } from '../beads/beads-issue.ts';
import { readGithubIssue } from '../github/github-issue.ts';
import { readJsonRecord, recordType } from '../json/json-record.ts';
import type { ReadFormat } from '../record/file-formats.ts';
import { parseForeignJson } from '../record/json-text.ts';
import type { PartialLink, PartialRecord, PassedOver } from '../record/partial-record.ts';
import { readTaskMaster, taskMasterRecords } from '../task-master/task-master.ts';
import type { ByteSource } from './byte-source.ts';
import { BadField, type Fields, isFields } from './fields.ts';
import { type FileRecord, fileRecords } from './file-records.ts';
import { type Noted, noNotes, type ReadingNotes } from './notes.ts';

/** What is remembered of a task between the two readings of a file. */
export type FileRow = Pick<PartialRecord, 'from' | 'ownId' | 'externalId' | 'updatedAt'> & {
  readonly line: number;
  /** Which record of the file it is. */
  readonly place: number;
  readonly links: readonly PartialLink[] | null;
  /** What was not read as it was, to be told where the task is written. */
  readonly noted: readonly Noted[];
  /** All of it, where the file is short enough to be kept. */
  readonly task: PartialRecord | null;
};

/** Up to this many bytes, what a file holds is kept from its first reading. */
const shortFile = 16 << 20;

/** A record that is left out: it is no task, or another one of the same id counts. */
export type LeftOut = { readonly line: number; readonly from: string; readonly why: PassedOver['why'] | 'double' };
/** A record that cannot be read. */
export type BadRow = { readonly line: number; readonly problem: string };

export type TaskFile = {
  readonly format: ReadFormat;
  /** The ids in it count from 1 in each project, so that another project's may be the same. */
  readonly isNumbered: boolean;
  /** By what the file calls each; one row for each task. */
  readonly rows: ReadonlyMap<string, FileRow>;
  readonly skipped: readonly LeftOut[];
  readonly refused: readonly BadRow[];
};

export type Wanted = {
  /** Told by the first record where it is not named. */
  readonly format?: ReadFormat | undefined;
  /** Name of the project that the tasks will belong to: a part of their ids where those are numbered. */
  readonly projectName?: string | undefined;
  /** Goes on after a record that cannot be read. */
  readonly partial?: boolean | undefined;
};

/** Why a file is refused: the first record that cannot be read. */
export type FileFailure = BadRow & { readonly kind: 'import.invalid' };

type Reader = (fields: Fields, notes: ReadingNotes, projectName?: string) => PartialRecord | PassedOver;

const readers: Record<ReadFormat, Reader> = {
  beads: readBeadsIssue,
  github: readGithubIssue,
  json: readJsonRecord,
  'task-master': readTaskMaster,
};

/**
 * Reads all of a file and remembers little of it: which line holds which task, and what that one needs. Of lines with the
 * same id the one that changed last counts. The first record that cannot be read refuses the file, unless it is taken in part.
 */
export function readTaskFile(source: ByteSource, wanted: Wanted, notes: ReadingNotes): Result<TaskFile, FileFailure> {
  const rows = new Map<string, FileRow>();
  const skipped: LeftOut[] = [];
  const refused: BadRow[] = [];
  const isShort = source.size <= shortFile;
  const content = contentOf(source, wanted);
  if (!content.ok) return content;
  let { format } = content.value;
  for (const record of content.value.records) {
    const fields = parseRecord(record);
    if (fields === undefined) continue;
    if (fields.ok) format ??= formatOf(fields.value);
    const noted: Noted[] = [];
    const take: ReadingNotes = { add: (...one) => noted.push(one) };
    const task = fields.ok ? readTask(format ?? 'beads', fields.value, { notes: take, wanted }) : fields;
    if (!task.ok) {
      const bad = badRow(record, task.error);
      if (!wanted.partial) return err({ kind: 'import.invalid', ...bad });
      refused.push(bad);
    } else if ('why' in task.value) passOver(task.value, { record, noted }, { skipped, notes });
    else remember(rows, { record, task: task.value, noted, isShort }, { skipped, notes });
  }
  return ok({ format: format ?? 'beads', isNumbered: format === 'task-master', rows, skipped, refused });
}

type Content = { readonly format: ReadFormat | undefined; readonly records: Iterable<FileRecord> };

function contentOf(source: ByteSource, { format }: Wanted): Result<Content, FileFailure> {
  const mayBe = format === undefined || format === 'task-master';
  const taskMaster = mayBe ? taskMasterRecords(source) : undefined;
  if (taskMaster) return ok({ format: 'task-master', records: taskMaster });
  return format === 'task-master' ? err(noTaskMaster) : ok({ format, records: fileRecords(source) });
}

const noTaskMaster: FileFailure = {
  kind: 'import.invalid',
  line: 1,
  problem: 'it is not a task-master tasks.json, which is one JSON object with lists of tasks',
};

function badRow({ line, member }: FileRecord, problem: string): BadRow {
  return { line, problem: member === undefined ? problem : `in member ${member} of the list, ${problem}` };
}

type Told = { readonly skipped: LeftOut[]; readonly notes: ReadingNotes };

function passOver(
  task: PassedOver,
  { record, noted }: Pick<Reading, 'record' | 'noted'>,
  { skipped, notes }: Told,
): void {
  skipped.push({ line: record.line, ...task });
  for (const one of noted) notes.add(...one);
}

type Reading = {
  readonly record: FileRecord;
  readonly task: PartialRecord;
  readonly noted: readonly Noted[];
  readonly isShort: boolean;
};

function remember(
  rows: Map<string, FileRow>,
  { record, task, noted, isShort }: Reading,
  { skipped, notes }: Told,
): void {
  const { from, ownId, externalId, updatedAt, links } = task;
  const { line } = record;
  const place = placeOf(record);
  const row = { line, place, from, ownId, externalId, updatedAt, links, noted, task: isShort ? task : null };
  const known = rows.get(from);
  const counts = known === undefined || stamp(row) >= stamp(known);
  if (counts) rows.set(from, row);
  if (known === undefined) return;
  notes.add('double', '', from);
  skipped.push({ line: counts ? known.line : row.line, from, why: 'double' });
}

/**
 * The tasks of a plan in the order of the file, read again where they were not kept.
 * @throws FileChanged when the file is not what it was.
 */
export function* recordsOf(source: ByteSource, plan: TaskFile): Generator<PartialRecord> {
  if (source.size > shortFile) return yield* readAgain(source, plan);
  for (const { task } of plan.rows.values()) if (task !== null) yield task;
}

function* readAgain(source: ByteSource, plan: TaskFile): Generator<PartialRecord> {
  const places = new Set<number>();
  for (const { place } of plan.rows.values()) places.add(place);
  let found = 0;
  for (const record of fileRecords(source)) {
    if (!places.has(placeOf(record))) continue;
    const fields = parseRecord(record);
    const task = fields?.ok ? readTask(plan.format, fields.value, { notes: noNotes, wanted: {} }) : undefined;
    if (!task?.ok || 'why' in task.value) throw new FileChanged(record.line);
    if (plan.rows.get(task.value.from)?.place !== placeOf(record)) continue;
    found += 1;
    yield task.value;
  }
  if (found < plan.rows.size) throw new FileChanged(1);
}

/** A file changed between its two readings. */
export class FileChanged extends Error {
  readonly line: number;
  constructor(line: number) {
    super('the file changed during the import');
    this.line = line;
  }
}

function placeOf(record: FileRecord): number {
  return record.member ?? record.line;
}

function stamp({ updatedAt }: { readonly updatedAt: Instant | null }): Instant {
  return updatedAt ?? 0;
}

function readTask(
  format: ReadFormat,
  fields: Fields,
  { notes, wanted }: { readonly notes: ReadingNotes; readonly wanted: Wanted },
): Result<PartialRecord | PassedOver, string> {
  return attempt(() => readers[format](fields, notes, wanted.projectName));
}

function formatOf(fields: Fields): ReadFormat {
  if (fields._type === recordType) return 'json';
  return typeof fields.number === 'number' && fields._type === undefined ? 'github' : 'beads';
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The object that a record holds; undefined for an empty line. */
function parseRecord(record: FileRecord): Result<Fields, string> | undefined {
  if (record.problem !== undefined) return err(record.problem);
  const text = decode(record.content);
  if (text === undefined) return err('it is not UTF-8 text');
  if (text.trim() === '') return undefined;
  const value = parse(text);
  if (value === undefined) return err(record.line === 1 && csvForm.test(text) ? isCsv : 'it is not complete JSON');
  return isFields(value) ? ok(value) : err('it is not a JSON object');
}

/** A row of names, as a spreadsheet begins. */
const csvForm = /^\s*"?\w[\w ]*"?([,;]"?\w[\w ]*"?)+\s*$/;
const isCsv = 'it is a CSV file, which cw exports but cannot import; export json or beads to import it again';

function decode(content: Uint8Array): string | undefined {
  try {
    return decoder.decode(content);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** A text of fewer characters cannot be nested so deep that it could not be written again. */
const shallow = 2000;

function parse(text: string): unknown {
  try {
    const value = parseForeignJson(text);
    if (text.length > shallow) JSON.stringify(value);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The same with what is wrong said in words. */
function attempt<T>(read: () => T): Result<T, string> {
  try {
    return ok(read());
  } catch (error) {
    if (error instanceof BadField) return err(error.message);
    throw error;
  }
}
