import { type CliAnswer, type CliContext, type CliInput, cut, plainLine, type Style } from '@cw/entry';
import { ok, type Page, tellTime } from '@cw/kernel';
import { fieldWords } from '../../model/field-words.ts';
import type { HistoryEntry } from '../../model/task-view.ts';
import { findTask } from '../../queries/find-task.ts';
import { taskHistory } from '../../queries/task-story.ts';
import { refuse } from '../refusals.ts';
import { typedLimit } from './typed-limit.ts';

/** `cw task history`. */
export async function taskHistoryRun(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { read } = context.workspace.storage;
  const id = await findTask(read, input.argument('task'));
  if (!id.ok) return refuse(id);
  const limit = typedLimit(input, context);
  if (!limit.ok) return refuse(limit);
  const page = lastOf(await taskHistory(read, id.value), limit.value);
  return ok({
    data: page,
    text: (style) => page.items.map((entry) => entryLines(entry, style, context.width)).join('\n'),
  });
}

/** The last ones of what is told oldest first. */
export function lastOf<T>(page: Page<T>, limit: number | undefined): Page<T> {
  return limit === undefined ? page : { ...page, items: page.items.slice(-limit) };
}

/** One entry: when, what, by whom, and below that what changed. */
export function entryLines(entry: HistoryEntry, style: Style, width: number): string {
  const when = `${tellTime(entry.at)}:${entry.at.slice(17, 19)}`;
  const what = entry.type.replace(/^task\./, '').replaceAll('-', ' ');
  const head = `${style.dim(when)}  ${style.bold(what)}  ${style.dim(`by ${plainLine(whoOf(entry))}`)}`;
  return [head, ...changeLines(entry.payload).map((line) => `    ${cut(line, width - 4)}`)].join('\n');
}

/** A session of an agent claims in the name of the person who started it. */
function whoOf({ type, actor, payload }: HistoryEntry): string {
  const after = typeof payload === 'object' && payload !== null && 'after' in payload ? fieldsOf(payload.after) : {};
  const holder = type === 'task.claimed' ? after.leaseHolder : undefined;
  return typeof holder === 'string' && holder !== actor.name ? `${actor.name}, for ${holder}` : actor.name;
}

function changeLines(payload: unknown): readonly string[] {
  if (typeof payload !== 'object' || payload === null) return [];
  const { before, after, ...rest }: { before?: unknown; after?: unknown } = payload;
  const wasBefore = fieldsOf(before);
  const changes = Object.entries(fieldsOf(after))
    .filter(([field, value]) => field in wasBefore || !isNothing(value))
    .map(([field, value]) =>
      field in wasBefore
        ? `${fieldWords(field)}: ${say(wasBefore[field])} → ${say(value)}`
        : `${fieldWords(field)}: ${say(value)}`,
    );
  const others = Object.entries(rest)
    .filter(([field, value]) => field !== 'revision' && !isNothing(value))
    .map(([field, value]) => `${fieldWords(field)}: ${say(value)}`);
  return [...changes, ...others];
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isNothing(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function say(value: unknown): string {
  if (isNothing(value)) return 'none';
  if (typeof value === 'string' && isoTime.test(value)) return tellTime(value);
  return plainLine(typeof value === 'string' ? value : JSON.stringify(value));
}
