import type { CliOutput, Style } from '@cw/entry';
import { plainLine } from '@cw/entry';
import type { TaskView } from '../../model/task-view.ts';
import { paintState } from './task-words.ts';

/** What a command that made or changed one task answers: the task, and a line that says what became of it. */
export function taskAnswer(task: TaskView, said: string): CliOutput {
  return {
    data: task,
    ids: [task.id],
    text: (style) => `${said} ${taskLine(task, style)}`,
  };
}

/** A task on one line: id, title, state. */
export function taskLine(task: Pick<TaskView, 'id' | 'title' | 'state'>, style: Style): string {
  return `${style.cyan(task.id)}  ${plainLine(task.title)}  ${paintState(task.state, style)}`;
}
