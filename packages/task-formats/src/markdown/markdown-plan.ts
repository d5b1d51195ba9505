import { ok, type Result } from '@cw/kernel';
import type { DraftFailure, TaskDraft } from '../record/task-draft.ts';
import { badLine, chaptersOf, fence, type Line, type Part } from './markdown-chapters.ts';
import { fieldOf, isList, misspelt, noField } from './markdown-fields.ts';
import { outlineOf, type Section, sectionTask } from './markdown-task.ts';
import { isSpecKitPlan, parseSpecKitPlan } from './spec-kit-plan.ts';
import { withoutComments } from './without-comments.ts';

/**
 * The tasks of a markdown text: each heading is one, and deeper headings are its children. Below a heading `key: value`
 * lines give its fields, a list under `Acceptance:` its criteria, and the rest is its description. A heading such as
 * `Acceptance criteria` is no task: it says something of the one above it. Comments are not read; the `tasks.md` of spec-kit is read by
 * its own rules.
 */
export function parseMarkdownPlan(written: string): Result<readonly TaskDraft[], DraftFailure> {
  const text = withoutComments(written);
  if (!text.ok) return text;
  if (isSpecKitPlan(text.value)) return parseSpecKitPlan(text.value);
  const read = readSections(text.value);
  if (!read.ok) return read;
  const outline = outlineOf(read.value);
  const tasks: TaskDraft[] = [];
  for (const section of read.value) {
    const task = sectionTask(section, outline);
    if (!task.ok) return task;
    tasks.push(task.value);
  }
  return ok(tasks);
}

function readSections(text: string): Result<readonly Section[], DraftFailure> {
  const chapters = chaptersOf(text);
  if (!chapters.ok) return chapters;
  const sections: Section[] = [];
  for (const { body, parts, ...chapter } of chapters.value) {
    const own = readBody(body);
    const read = own.ok ? readParts(parts, own.value) : own;
    if (!read.ok) return read;
    const fields = read.value.fields;
    sections.push({ ...chapter, ...read.value, key: fields.get('key')?.values[0] ?? chapter.key });
  }
  return ok(sections);
}

type Fields = Map<string, { readonly line: number; readonly values: readonly string[] }>;
type Body = { readonly fields: Fields; readonly description: string };

const fieldLine = /^(?:\*\*)?([A-Za-z][A-Za-z_ -]{0,30}?)(?:\*\*)?:(?:\*\*)?(?:[ \t]+(.*))?$/;
const item = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.*)$/;

function readBody(lines: readonly Line[]): Result<Body, DraftFailure> {
  const fields: Fields = new Map();
  const begin = lines.findIndex(({ text }) => text.trim() !== '');
  const rest = begin < 0 ? ok(lines.length) : readFields(lines, begin, fields);
  return rest.ok ? readText(lines.slice(rest.value), fields) : rest;
}

/**
 * Reads the first paragraph, if fields are what stands in it.
 * @returns where the text begins.
 */
function readFields(lines: readonly Line[], begin: number, fields: Fields): Result<number, DraftFailure> {
  if (!areFields(lines, begin)) return ok(begin);
  let at = begin;
  for (let line = lines[at]; line !== undefined && line.text.trim() !== ''; line = lines[at]) {
    const { number, text } = line;
    const [, word = '', value = ''] = fieldLine.exec(text) ?? [];
    const field = fieldOf(word);
    if (field === undefined) {
      return badLine(
        number,
        word === '' ? `"${text.trim()}" is not a field; put a blank line between fields and text.` : noField(word),
      );
    }
    if (fields.has(field)) return badLine(number, `"${word}" is given twice.`);
    const list = value === '' && isList(field) ? takeList(lines, at + 1) : { values: [], next: at + 1 };
    fields.set(field, { line: number, values: value === '' ? list.values : [value.trim()] });
    at = list.next;
  }
  return ok(at);
}

/**
 * Whether a paragraph is meant to be fields: one of its lines is a field, or its lines are written as fields are. So a
 * word that is no field is refused instead of becoming text.
 */
function areFields(lines: readonly Line[], begin: number): boolean {
  const end = lines.findIndex(({ text }, at) => at > begin && text.trim() === '');
  const paragraph = lines.slice(begin, end < 0 ? lines.length : end).map(({ text }) => fieldLine.exec(text));
  const [first] = paragraph;
  const isField = ([, word = '', value = '']: RegExpExecArray) => {
    const field = fieldOf(word);
    return field !== undefined && (field !== 'acceptance' || value !== '');
  };
  if (paragraph.some((line) => line && isField(line))) return true;
  const word = first?.[1];
  if (word === undefined) return false;
  if (fieldOf(word) !== undefined || misspelt(word) !== undefined || /^[a-z][a-z_-]*$/.test(word)) return true;
  return begin === 0 && paragraph.every((line) => line && (line[1] ?? '').split(' ').length <= 2);
}

/** The fields of a task with what headings below it say of it. */
function readParts(parts: readonly Part[], own: Body): Result<Body, DraftFailure> {
  const fields: Fields = new Map(own.fields);
  const texts = [own.description];
  for (const { line, title, field, body } of parts) {
    if (field !== 'description' && fields.has(field)) return badLine(line, `"${title}" is given twice.`);
    const text = body
      .map((one) => one.text)
      .join('\n')
      .trim();
    const { values, next } = takeList(body, 0);
    const isWhole = isList(field) && body.slice(next).every((one) => one.text.trim() === '');
    if (field === 'description') texts.push(text);
    else
      fields.set(field, {
        line,
        values: isWhole ? values : [field === 'acceptance' ? text : text.replace(/\s*\n\s*/g, ', ')],
      });
  }
  return ok({ fields, description: texts.filter((text) => text !== '').join('\n\n') });
}

/** The description, without the list of criteria that may stand in it under a line of its own. */
function readText(lines: readonly Line[], fields: Fields): Result<Body, DraftFailure> {
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
    if (fields.has('acceptance')) return badLine(number, `"${word}" is given twice.`);
    const { values, next } = takeList(lines, at + 1);
    fields.set('acceptance', { line: number, values });
    while (description.at(-1)?.trim() === '') description.pop();
    at = next - 1;
  }
  const text = [fields.get('description')?.values[0] ?? '', description.join('\n').trim()];
  return ok({ fields, description: text.filter((one) => one !== '').join('\n\n') });
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
