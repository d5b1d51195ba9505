import { type CliContext, type CliInput, type CliOption, plainLine } from '@cw/entry';
import type { ReadDb } from '@cw/storage';
import { countTasks, hasTasks } from '../../queries/list-tasks.ts';
import { taskCondition } from '../../queries/task-filter.ts';
import { filterOptions, workOptions } from './filter-options.ts';
import { isGiven } from './given-options.ts';
import { readFilter } from './list-filter.ts';

const firstTask = 'No tasks yet. Create the first: cw task create "what to do"';

/** Why `cw task list` shows nothing: no task was ever written, or none fits what was asked for. */
export async function emptyList(input: CliInput, context: CliContext): Promise<string> {
  const { read } = context.workspace.storage;
  if (input.flag('trash')) return 'No matching tasks in the trash.';
  if (!(await hasTasks(read))) return nothingThere(read);
  const given = filterOptions.filter((option) => isGiven(input, option) && !wider.has(option.name));
  const closedToo = filterOptions.some(
    ({ name, ...option }) => ofClosed.has(name) && isGiven(input, { name, ...option }),
  );
  const held = closedToo ? undefined : await heldBy(read, input.option('assignee'));
  if (held !== undefined) return held;
  const folder = await folderName(input, context);
  const what = `No ${closedToo ? '' : 'open '}tasks${inProject(folder)}`;
  const ways = [
    ...(closedToo ? [] : [' --all shows closed ones too.']),
    ...(folder === undefined ? [] : [` ${searchAll}`]),
  ];
  return `${what}${await emptiedBy(given, { input, context, all: closedToo })}.${ways.join('')}`;
}

/** Options that let more through. */
const wider = new Set(['all', 'all-projects']);
const ofClosed = new Set(['all', 'status', 'state', 'where', 'ready']);

const searchAll = '--all-projects searches every project.';

function inProject(name: string | undefined): string {
  return name === undefined ? '' : ` in ${plainLine(name)}`;
}

/** The name of the project that the folder chose; undefined where it chose none. */
async function folderName(input: CliInput, context: CliContext): Promise<string | undefined> {
  if (input.flag('all-projects') || input.option('project') !== undefined) return undefined;
  return (await context.folderProject())?.name;
}

type Asked = { readonly input: CliInput; readonly context: CliContext; readonly all: boolean };

/** Which of the filters let nothing through, alone or only together. */
async function emptiedBy(given: readonly CliOption[], { input, context, all }: Asked): Promise<string> {
  if (given.length === 0) return '';
  const quiet = { ...context, note: () => {} };
  const empty: CliOption[] = [];
  for (const option of given) {
    const filter = await readFilter(input, quiet, [option]);
    const condition = filter.ok ? taskCondition({ ...filter.value, all: all || filter.value.all }) : filter;
    if (condition.ok && (await countTasks(context.workspace.storage.read, condition.value)) === 0) empty.push(option);
  }
  const [only] = given.length === 1 ? given : empty.length === 1 ? empty : [];
  if (only !== undefined) return ` match ${typed(only, input)}`;
  const which = (empty.length > 0 ? empty : given).map((option) => typed(option, input));
  const last = which.at(-1);
  const list = `${which.slice(0, -1).join(', ')} and ${last}`;
  return empty.length > 0 ? ` match ${list}` : ` match ${list} together, though each matches some`;
}

/** An option as it was typed. */
function typed({ name, value, repeatable }: CliOption, input: CliInput): string {
  if (value === undefined) return `--${name}`;
  return plainLine(`--${name} ${repeatable ? input.optionList(name).join(',') : input.option(name)}`);
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
export async function emptyReady(input: CliInput, context: CliContext): Promise<string> {
  const { read } = context.workspace.storage;
  if (!(await hasTasks(read))) return nothingThere(read);
  const given = workOptions.filter((option) => isGiven(input, option) && !wider.has(option.name));
  const folder = await folderName(input, context);
  const everywhere = folder === undefined ? '' : ` ${searchAll}`;
  if (given.length > 0) {
    const options = given.map((option) => typed(option, input)).join(', ');
    return `No ready tasks${inProject(folder)} match ${options}.${everywhere}`;
  }
  const explain = 'cw task ready --explain shows what each open task waits for.';
  return `Nothing is ready${inProject(folder)}. ${explain}${everywhere}`;
}
