import {
  type CliAnswer,
  type CliContext,
  type CliInput,
  type NotStarted,
  sentenceWithAdvice,
  toldToPrograms,
} from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import type { TaskFailure } from '../../model/task-failure.ts';
import type { TaskView } from '../../model/task-view.ts';
import { findTask } from '../../queries/find-task.ts';
import { getTask } from '../../queries/get-task.ts';
import { taskRows } from '../../queries/list-tasks.ts';
import { projectName } from '../../queries/project-name.ts';
import { lastCheckpoints } from '../../queries/task-checkpoints.ts';
import { taskComments } from '../../queries/task-story.ts';
import type { More } from './show-more.ts';
import { type Sheet, taskSheet } from './task-sheet.ts';

/** `cw task show`. */
export async function taskShow(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const found = await readTasks(input.argumentList('tasks'), context);
  if (!found.ok) return (await import('../refusals.ts')).refuse(found);
  const { storage, clock } = context.workspace;
  const isAsked = (part: string) => input.flag(part) || input.flag('full');
  const parts = (['comments', 'history', 'children', 'checkpoints'] as const).filter(isAsked);
  const further = parts.length === 0 ? undefined : await import('./show-more.ts');
  const more = new Map<string, More>();
  for (const { id } of found.value) {
    if (further) more.set(id, await further.readMore(storage.read, id, parts));
  }
  const notStarted = new Map<string, readonly NotStarted[]>();
  for (const task of found.value) notStarted.set(task.id, await whyNotStarted(task, context));
  const attempts = new Map<string, Attempts>();
  for (const task of found.value) {
    const canBeTried = task.startedAt !== null && task.projectId !== null;
    const tried = canBeTried ? await context.attempts?.(task.id) : undefined;
    if (tried) attempts.set(task.id, tried);
  }
  const items = found.value.map((task) => ({
    ...task,
    ...more.get(task.id)?.data,
    attempts: attempts.get(task.id)?.data ?? [],
    notStarted: (notStarted.get(task.id) ?? []).map(toldToPrograms),
  }));
  const data = items.length === 1 ? items[0] : { items, total: items.length, nextCursor: null };
  const ids = items.map(({ id }) => id);
  if (context.json) return ok({ data, ids, text: () => '' });
  const sheets: Sheet[] = [];
  for (const task of found.value) {
    sheets.push({
      ...(await readSheet(task, more.get(task.id), context)),
      attempts: attempts.get(task.id)?.lines ?? (() => []),
      notStarted: (notStarted.get(task.id) ?? []).map(sentenceWithAdvice),
    });
  }
  return ok({
    data,
    ids,
    text: (style) => {
      const between = `\n\n${style.dim('─'.repeat(Math.min(context.width, 60)))}\n\n`;
      return sheets.map((sheet) => taskSheet(sheet, { style, now: clock.now() })).join(between);
    },
  });
}

type Attempts = Awaited<ReturnType<NonNullable<CliContext['attempts']>>>;

/** The tasks that a line names, each once; refused when it names one that is not there. */
async function readTasks(
  refs: readonly string[],
  { workspace }: CliContext,
): Promise<Result<readonly TaskView[], TaskFailure>> {
  const { read } = workspace.storage;
  const tasks = new Map<string, TaskView>();
  for (const ref of refs) {
    const id = await findTask(read, ref);
    if (!id.ok) return id;
    const task = await getTask(read, id.value);
    if (!task) return err({ kind: 'task.not-found', ref });
    tasks.set(task.id, task);
  }
  return ok([...tasks.values()]);
}

/** Asked only of what agents could begin with, and of what waits. */
async function whyNotStarted(task: TaskView, context: CliContext): Promise<readonly NotStarted[]> {
  const isTheirs = task.ready && task.dispatch !== 'manual' && task.lease === null;
  return isTheirs || (task.status === 'open' && !task.ready) ? ((await context.whyNotStarted?.(task.id)) ?? []) : [];
}

async function readSheet(
  task: TaskView,
  more: More | undefined,
  context: CliContext,
): Promise<Omit<Sheet, 'notStarted' | 'attempts'>> {
  const { read } = context.workspace.storage;
  const named = [...task.dependencies, ...task.dependents].map((other) => other.id);
  return {
    task,
    others: await taskRows(read, [...named, ...task.blockedBy]),
    project: await projectName(read, task.projectId),
    comments: (await taskComments(read, task.id)).items,
    everyComment: more?.data.comments !== undefined,
    checkpoints: more?.data.checkpoints ?? (await lastCheckpoints(read, task.id)),
    more: (style) => more?.lines(style, context.width) ?? [],
  };
}
