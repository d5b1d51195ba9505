import { age, type CliAnswer, type CliContext, type CliInput, plainLine, plainText, type Style } from '@cw/entry';
import { err, type Instant, ok } from '@cw/kernel';
import type { CommentView, TaskView } from '../../model/task-view.ts';
import { findTask } from '../../queries/find-task.ts';
import { getTask } from '../../queries/get-task.ts';
import { projectName } from '../../queries/project-name.ts';
import { type TaskTitle, taskComments, taskTitles } from '../../queries/task-story.ts';
import { refuse } from '../refusals.ts';

/** `cw task show`. */
export async function taskShow(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { storage, clock } = context.workspace;
  const ref = input.argument('task');
  const id = await findTask(storage.read, ref);
  if (!id.ok) return refuse(id);
  const task = await getTask(storage.read, id.value);
  if (!task) return refuse(err({ kind: 'task.not-found', ref }));
  if (context.json) return ok({ data: task, ids: [task.id], text: () => '' });
  const others = [...task.dependencies, ...task.dependents].map((other) => other.id);
  const titles = await taskTitles(storage.read, [...others, ...task.blockedBy]);
  const comments = (await taskComments(storage.read, task.id)).items;
  const words = await import('./task-words.ts');
  const project = await projectName(storage.read, task.projectId);
  return ok({
    data: task,
    ids: [task.id],
    text: (style) => {
      const look: Look = { style, now: clock.now(), titles, words, project };
      return [
        ...headLines(task, look),
        ...fieldLines(task, look),
        ...sections(task, look),
        ...commentLines(comments, look),
      ].join('\n');
    },
  });
}

type Look = {
  readonly style: Style;
  readonly now: Instant;
  readonly titles: ReadonlyMap<string, TaskTitle>;
  readonly words: typeof import('./task-words.ts');
  /** Name and id of its project. */
  readonly project: string | null;
};

function headLines(task: TaskView, { style, now, words }: Look): readonly string[] {
  const facts = [
    style.cyan(task.id),
    words.paintPriority(task.priority, style),
    task.type,
    words.paintState(task.state, style),
    style.dim(`${age(Date.parse(task.createdAt), now)} old`),
    style.dim(`revision ${task.revision}`),
  ];
  return [style.bold(plainLine(task.title)), facts.join(style.dim(' · '))];
}

function fieldLines(task: TaskView, look: Look): readonly string[] {
  const { style } = look;
  const lines: [string, string | null][] = [
    ['Reason', task.statusReason ?? task.closeReason],
    ['Held by', task.lease ? task.lease.holder + (task.lease.expiresAt ? ` until ${task.lease.expiresAt}` : '') : null],
    ['Assigned', assignedTo(task)],
    ['Project', look.project],
    ['Labels', task.labels.join(', ')],
    ['Elsewhere', task.externalId],
    ['Parent', task.parentId && named(task.parentId, look)],
    ['Script', task.script],
    ['Artifacts', task.artifacts.map(({ kind, value }) => `${kind} ${value}`).join(', ')],
  ];
  const told = lines.filter(([, value]) => value !== null && value !== '');
  if (told.length === 0) return [];
  return ['', ...told.map(([label, value]) => `${style.dim(label.padEnd(10))} ${plainLine(value ?? '')}`)];
}

function assignedTo(task: TaskView): string | null {
  const who = task.assignee ?? (task.dispatch === 'manual' ? null : 'whoever is free');
  return who === null ? null : `${who}${task.dispatch === 'manual' ? '' : ' (agents may start on it)'}`;
}

function sections(task: TaskView, look: Look): readonly string[] {
  const needs = task.dependencies.filter(({ type }) => type !== 'parent-child');
  const children = task.dependents.filter(({ type }) => type === 'parent-child');
  const needed = task.dependents.filter(({ type }) => type !== 'parent-child');
  const list = (title: string, others: readonly { id: string; type?: string }[]) =>
    others.length === 0
      ? []
      : ['', look.style.bold(title), ...others.map(({ id, type }) => `  ${named(id, look)}${kind(type, look)}`)];
  const waiting = task.blockedBy.filter((id) => !needs.some((other) => other.id === id)).map((id) => ({ id }));
  return [
    ...paragraph('Description', task.description, look),
    ...paragraph('Done when', task.acceptance, look),
    ...list('Needs', needs),
    ...list('Waits for', waiting),
    ...list(
      'Children',
      children.map(({ id }) => ({ id })),
    ),
    ...list('Is needed by', needed),
  ];
}

function kind(type: string | undefined, { style }: Look): string {
  return type === undefined || type === 'blocks' ? '' : style.dim(`  (${type})`);
}

function paragraph(title: string, text: string, { style }: Look): readonly string[] {
  return text.trim() === '' ? [] : ['', style.bold(title), plainText(text.trimEnd())];
}

function named(id: string, { style, titles }: Look): string {
  const other = titles.get(id);
  return other ? `${style.cyan(id)}  ${plainLine(other.title)}  ${style.dim(other.status)}` : style.cyan(id);
}

function commentLines(comments: readonly CommentView[], { style }: Look): readonly string[] {
  if (comments.length === 0) return [];
  const lines = comments.flatMap(({ author, createdAt, text }) => [
    '',
    `${style.bold(plainLine(author))} ${style.dim(createdAt.slice(0, 16).replace('T', ' '))}`,
    plainText(text),
  ]);
  return ['', style.bold(`Comments (${comments.length})`), ...lines.slice(1)];
}
