import { err, ok, type Result } from '@cw/kernel';
import { isRecord, type JsonRecord, jsonText, listOf, textOf } from './json.ts';

export const resultStatuses = ['done', 'blocked', 'failed', 'needs-input', 'handoff'] as const;
export type ResultStatus = (typeof resultStatuses)[number];

/** What a worker answers when it has finished. */
export type WorkerResult = {
  readonly status: ResultStatus;
  readonly summary: string;
  /** Why it is blocked or failed, or what it asks; null when done. */
  readonly reason: string | null;
  /** Where it departed from the task, and why. */
  readonly deviations: readonly string[];
  readonly followUps: readonly FollowUp[];
};

/** Work the agent found and did not do; it becomes a task only when a person accepts it. */
export type FollowUp = { readonly title: string; readonly description: string };

/** JSON schema of {@link WorkerResult}, as given to the agent program. */
export const workerResultSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['status', 'summary'],
  properties: {
    status: {
      type: 'string',
      enum: resultStatuses,
      description:
        'done: the task is finished and committed. blocked: something outside your reach stands in the way. ' +
        'failed: you tried and it does not work. needs-input: a person has to answer a question first. ' +
        'handoff: only when cw told you to hand over; the summary says where it stands and what is left.',
    },
    summary: { type: 'string', description: 'What you did, in a few sentences, for the person who reads it later.' },
    reason: { type: 'string', description: 'For blocked and failed: what stands in the way.' },
    question: { type: 'string', description: 'For needs-input: the question, with the choices you see.' },
    deviations: {
      type: 'array',
      items: { type: 'string' },
      description: 'Each departure from the task as it was written, and why.',
    },
    addedPackages: {
      type: 'array',
      items: { type: 'string' },
      description: 'Each package that your changes add to what the project depends on: its name and version, and why.',
    },
    followUps: {
      type: 'array',
      description: 'Work you found that is not part of this task.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['title', 'description'],
        properties: { title: { type: 'string' }, description: { type: 'string' } },
      },
    },
  },
} as const;

/** Longer texts of an agent are cut, so that one answer cannot fill the database. */
const longestText = 20_000;
const mostItems = 100;

/**
 * Reads a structured output against the schema.
 * @returns the result, or what is wrong with it, one line each
 */
export function parseWorkerResult(value: unknown): Result<WorkerResult, readonly string[]> {
  if (!isRecord(value)) return err([`it is ${value === null ? 'null' : typeof value}, not an object`]);
  const problems: string[] = [];
  const status = resultStatuses.find((known) => known === value.status);
  if (!status) problems.push(`status is ${show(value.status)}, not one of ${resultStatuses.join(', ')}`);
  const summary = readText(value, 'summary', problems);
  if (summary === null) problems.push('summary is missing');
  const reason = readText(value, 'reason', problems);
  const question = readText(value, 'question', problems);
  const deviations = readItems(value, 'deviations', problems).map((item, index) => {
    if (typeof item !== 'string') problems.push(`deviations[${index}] is not a text`);
    return cut(String(item));
  });
  const packages = readItems(value, 'addedPackages', problems).map((item, index) => {
    if (typeof item !== 'string') problems.push(`addedPackages[${index}] is not a text`);
    return `New package: ${cut(String(item).trim())}`;
  });
  const followUps = readItems(value, 'followUps', problems).map((item, index) => readFollowUp(item, index, problems));
  if (!status || summary === null || problems.length > 0) return err(problems);
  const why = status === 'needs-input' ? (question ?? reason) : (reason ?? question);
  return ok({
    status,
    summary,
    reason: status === 'done' || status === 'handoff' ? null : (why ?? summary),
    deviations: [...deviations, ...packages],
    followUps,
  });
}

function readText(record: JsonRecord, name: string, problems: string[]): string | null {
  const value = record[name];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') problems.push(`${name} is not a text`);
  return cut(textOf(value) ?? '');
}

function readItems(record: JsonRecord, name: string, problems: string[]): readonly unknown[] {
  const value = record[name];
  if (value !== undefined && value !== null && !Array.isArray(value)) problems.push(`${name} is not a list`);
  return listOf(value).slice(0, mostItems);
}

function readFollowUp(item: unknown, index: number, problems: string[]): FollowUp {
  const title = isRecord(item) ? textOf(item.title)?.trim() : undefined;
  const description = isRecord(item) ? (textOf(item.description) ?? '') : '';
  if (!title) problems.push(`followUps[${index}] has no title`);
  return { title: cut((title ?? '').replaceAll(/\s+/g, ' ')), description: cut(description) };
}

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
}

function show(value: unknown): string {
  return value === undefined ? 'missing' : jsonText(value).slice(0, 60);
}
