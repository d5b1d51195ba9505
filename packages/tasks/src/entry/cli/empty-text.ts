import { type CliContext, type CliInput, plainLine } from '@cw/entry';
import type { ReadDb } from '@cw/storage';
import { countTasks, hasTasks } from '../../queries/list-tasks.ts';
import { filterOptions, workOptions } from './filter-options.ts';
import { isGiven } from './given-options.ts';

const firstTask = 'No tasks yet. Create the first: cw task create "what to do"';

/** Why `cw task list` shows nothing: no task was ever written, or none fits what was asked for. */
export async function emptyList(input: CliInput, { workspace }: CliContext): Promise<string> {
  const { read } = workspace.storage;
  if (input.flag('trash')) return 'No matching tasks in the trash.';
  if (!(await hasTasks(read))) return nothingThere(read);
  const given = filterOptions.filter((option) => isGiven(input, option)).map(({ name }) => name);
  const closedToo = given.some((name) => ['all', 'status', 'state', 'where', 'ready'].includes(name));
  const filtered = given.length > 0;
  if (closedToo) return 'No tasks match these filters.';
  const held = await heldBy(read, input.option('assignee'));
  if (held !== undefined) return held;
  return `${filtered ? 'No open tasks match these filters.' : 'No open tasks.'} --all shows closed ones too.`;
}

async function nothingThere(read: ReadDb): Promise<string> {
  const deleted = await countTasks(read, { sql: 't.deleted_at IS NOT NULL', params: [] });
  return deleted === 0 ? firstTask : `No tasks except ${deleted} in the trash: cw task list --trash`;
}

/** Who is meant to do a task need not be who holds it. */
async function heldBy(read: ReadDb, name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined;
  const held = { sql: "t.status <> 'closed' AND t.deleted_at IS NULL AND t.lease_holder = ?", params: [name] };
  if ((await countTasks(read, held)) === 0) return undefined;
  return `No matching open task is assigned to ${plainLine(name)}; --holder ${plainLine(name)} lists what ${plainLine(name)} holds.`;
}

/** Why `cw task ready` shows nothing, and how to learn more. */
export async function emptyReady(input: CliInput, { workspace }: CliContext): Promise<string> {
  if (!(await hasTasks(workspace.storage.read))) return nothingThere(workspace.storage.read);
  if (workOptions.some((option) => isGiven(input, option))) return 'No ready tasks match these filters.';
  return 'Nothing is ready. cw task ready --explain shows what each open task waits for.';
}
