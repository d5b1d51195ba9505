import { nearest } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import type { PlannedTask } from '../../commands/plan-tasks.ts';
import type { TaskFailure } from '../../model/task-failure.ts';
import { type Field, fieldNames, fieldOf, isList, outlineOf, type Section, sectionTask } from './markdown-task.ts';

/**
 * The tasks of a markdown text: each heading is one, and deeper headings are its children. Below a heading `key: value`
 * lines give its fields, a list under `Acceptance:` its criteria, and the rest is its description.
 */
export function parseMarkdownPlan(text: string): Result<readonly PlannedTask[], TaskFailure> {
  const read = readSections(text);
  if (!read.ok) return read;
  const outline = outlineOf(read.value);
  const tasks: PlannedTask[] = [];
  for (const section of read.value) {
    const task = sectionTask(section, outline);
    if (!task.ok) return err({ kind: 'task.at-place', place: `Line ${section.line}`, failure: task.error });
    tasks.push(task.value);
  }
  return ok(tasks);
}

const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const namedKey = /^(.*?)[ \t]*\{#([\w.-]+)\}$/;
const fence = /^ {0,3}(```+|~~~+)/;

type Line = { readonly number: number; readonly text: string };
type Chapter = Pick<Section, 'line' | 'level' | 'title' | 'key' | 'parent'> & { readonly body: readonly Line[] };

function readSections(text: string): Result<readonly Section[], TaskFailure> {
  const chapters = splitAtHeadings(text);
  if (!chapters.ok) return chapters;
  const sections: Section[] = [];
  for (const { body, ...chapter } of chapters.value) {
    const read = readBody(body);
    if (!read.ok) return read;
    const fields = read.value.fields;
    sections.push({ ...chapter, ...read.value, key: fields.get('key')?.values[0] ?? chapter.key });
  }
  return ok(sections);
}

function splitAtHeadings(text: string): Result<readonly Chapter[], TaskFailure> {
  const chapters: (Omit<Chapter, 'body'> & { body: Line[] })[] = [];
  let inFence: string | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1;
    const mark = fence.exec(line)?.[1];
    if (inFence === undefined) inFence = mark;
    else if (mark?.startsWith(inFence)) inFence = undefined;
    const [, marks, words = ''] = (inFence === undefined && heading.exec(line)) || [];
    if (marks !== undefined) {
      const [, title = words, key] = namedKey.exec(words) ?? [];
      const parent = chapters.findLast((above) => above.level < marks.length)?.line;
      chapters.push({ line: number, level: marks.length, title, key, parent, body: [] });
    } else if (chapters.length > 0) {
      chapters.at(-1)?.body.push({ number, text: line });
    } else if (line.trim() !== '') {
      return badLine(number, 'This text stands before the first heading, so it belongs to no task.');
    }
  }
  return chapters.length === 0 ? badLine(1, 'There is no heading: each task begins with one.') : ok(chapters);
}

type Fields = Map<Field, { readonly line: number; readonly values: readonly string[] }>;
type Body = { readonly fields: Fields; readonly description: string };

const fieldLine = /^(?:\*\*)?([A-Za-z][A-Za-z_ -]{0,30}?)(?:\*\*)?:(?:\*\*)?(?:[ \t]+(.*))?$/;
const item = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.*)$/;

function readBody(lines: readonly Line[]): Result<Body, TaskFailure> {
  const fields: Fields = new Map();
  const begin = lines.findIndex(({ text }) => text.trim() !== '');
  const rest = begin < 0 ? ok(lines.length) : readFields(lines, begin, fields);
  return rest.ok ? readText(lines.slice(rest.value), fields) : rest;
}

/**
 * Reads the first paragraph, if fields are what stands in it.
 * @returns where the text begins.
 */
function readFields(lines: readonly Line[], begin: number, fields: Fields): Result<number, TaskFailure> {
  let at = begin;
  for (let line = lines[at]; line !== undefined && line.text.trim() !== ''; line = lines[at]) {
    const { number, text } = line;
    const [, word = '', value = ''] = fieldLine.exec(text) ?? [];
    const field = fieldOf(word);
    if (field === undefined) {
      const meant = nearest(word, fieldNames);
      if (meant !== undefined) return badLine(number, `"${word}" is no field of a task. Did you mean ${meant}?`);
      if (fields.size === 0) return ok(begin);
      return badLine(number, `"${text.trim()}" is no field; put a blank line before the text.`);
    }
    if (fields.has(field)) return badLine(number, `"${word}" is given a second time.`);
    const list = value === '' && isList(field) ? takeList(lines, at + 1) : { values: [], next: at + 1 };
    fields.set(field, { line: number, values: value === '' ? list.values : [value.trim()] });
    at = list.next;
  }
  return ok(at);
}

/** The description, without the list of criteria that may stand in it under a line of its own. */
function readText(lines: readonly Line[], fields: Fields): Result<Body, TaskFailure> {
  const description: string[] = [];
  let inFence = false;
  for (let at = 0; at < lines.length; at += 1) {
    const { number = 0, text = '' } = lines[at] ?? {};
    if (fence.test(text)) inFence = !inFence;
    const [, word = '', value = ''] = (!inFence && fieldLine.exec(text)) || [];
    if (fieldOf(word) !== 'acceptance' || value !== '') {
      description.push(text);
      continue;
    }
    if (fields.has('acceptance')) return badLine(number, `"${word}" is given a second time.`);
    const { values, next } = takeList(lines, at + 1);
    fields.set('acceptance', { line: number, values });
    while (description.at(-1)?.trim() === '') description.pop();
    at = next - 1;
  }
  return ok({ fields, description: description.join('\n').trim() });
}

/** The items of a list that begins here, after blank lines or not, each with its lines joined. */
function takeList(lines: readonly Line[], from: number): { readonly values: readonly string[]; readonly next: number } {
  const values: string[] = [];
  let next = from;
  for (let at = from; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? '';
    const listed = item.exec(text)?.[1];
    if (listed !== undefined) values.push(listed.trim());
    else if (text.trim() === '') continue;
    else if (values.length > 0 && /^[ \t]/.test(text)) values.push(`${values.pop()} ${text.trim()}`);
    else break;
    next = at + 1;
  }
  return { values, next };
}

function badLine(number: number, problem: string): Result<never, TaskFailure> {
  return err({ kind: 'task.at-place', place: `Line ${number}`, failure: { kind: 'task.bad-line', problem } });
}
