import type { CliOutput, Style } from '@cw/entry';
import { plainLine } from '@cw/entry';
import type { Consequences, TaskView } from '../../model/task-view.ts';
import { consequenceLines } from './consequence-lines.ts';
import { paintState } from './task-words.ts';

/** What a command that made or changed one task answers: the task, and a line that says what became of it. */
export function taskAnswer(task: TaskView, said: string): CliOutput {
  return {
    data: task,
    ids: [task.id],
    text: (style) => `${said} ${taskLine(task, style)}`,
  };
}

/** The same for a command that takes several tasks: one that was named alone is the answer, several are a list. */
export function tasksAnswer(tasks: readonly TaskView[], told: { said: string; asked: number }): CliOutput {
  const [only] = tasks;
  if (told.asked < 2 && only) return taskAnswer(only, told.said);
  return {
    data: { items: tasks, total: tasks.length, nextCursor: null },
    ids: tasks.map((task) => task.id),
    text: (style) => tasks.map((task) => `${told.said} ${taskLine(task, style)}`).join('\n'),
  };
}

/** The answer with what was done means for others. */
export function withOthers(answer: CliOutput, consequences: Consequences): CliOutput {
  return {
    ...answer,
    data: { ...(answer.data as object), consequences },
    text: (style) =>
      [answer.text(style), ...consequenceLines(consequences, { gaveUp: answer.ids ?? [] }, style)].join('\n'),
  };
}

/** A task on one line: id, title, state. */
export function taskLine(task: Pick<TaskView, 'id' | 'title' | 'state'>, style: Style): string {
  return `${style.cyan(task.id)}  ${plainLine(task.title)}  ${paintState(task.state, style)}`;
}
