import type { CliContext, CliInput } from '@cw/entry';
import { hasTasks } from '../../queries/list-tasks.ts';
import { filterOptions, workOptions } from './filter-options.ts';
import { isGiven } from './given-options.ts';

const firstTask = 'There are no tasks yet. Make the first: cw task create "what is to be done"';

/** Why `cw task list` shows nothing: no task was ever written, or none fits what was asked for. */
export async function emptyList(input: CliInput, { workspace }: CliContext): Promise<string> {
  if (!(await hasTasks(workspace.storage.read))) return firstTask;
  const given = filterOptions.filter((option) => isGiven(input, option)).map(({ name }) => name);
  const closedToo = given.some((name) => ['all', 'status', 'state', 'where', 'ready'].includes(name));
  const filtered = given.length > 0;
  if (closedToo) return 'No task fits these filters.';
  return `${filtered ? 'No open task fits these filters.' : 'No task is open.'} --all shows closed ones too.`;
}

/** Why `cw task ready` shows nothing, and how to learn more. */
export async function emptyReady(input: CliInput, { workspace }: CliContext): Promise<string> {
  if (!(await hasTasks(workspace.storage.read))) return firstTask;
  if (workOptions.some((option) => isGiven(input, option))) return 'Nothing that is ready fits these filters.';
  return 'Nothing is ready. cw task ready --explain tells what each open task waits for.';
}
