import type { CliContext, CliInput } from '@cw/entry';
import { hasTasks } from '../../queries/list-tasks.ts';

const firstTask = 'There are no tasks yet. Make the first: cw task create "what is to be done"';

/** Why `cw task list` shows nothing: no task was ever written, or none fits what was asked for. */
export async function emptyList(input: CliInput, { workspace }: CliContext): Promise<string> {
  if (!(await hasTasks(workspace.storage.read))) return firstTask;
  const closedToo = input.flag('all') || ['status', 'state'].some((name) => input.optionList(name).length > 0);
  const filtered =
    ['project', 'parent', 'assignee', 'text'].some((name) => input.option(name) !== undefined) ||
    ['priority', 'type', 'label'].some((name) => input.optionList(name).length > 0);
  if (closedToo) return 'No task fits these filters.';
  return `${filtered ? 'No open task fits these filters.' : 'No task is open.'} --all shows closed ones too.`;
}

/** Why `cw task ready` shows nothing, and how to learn more. */
export async function emptyReady({ workspace }: CliContext): Promise<string> {
  if (!(await hasTasks(workspace.storage.read))) return firstTask;
  return 'Nothing is ready. cw task ready --explain tells what each open task waits for.';
}
