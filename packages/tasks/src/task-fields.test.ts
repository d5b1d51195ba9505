import { createCallerFactory } from '@cw/entry/trpc';
import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { type DetailKind, draftsInJson, emptyDetails, parseMarkdownPlan, writeRecords } from '@cw/task-formats';
import { bytesSource } from '@cw/task-formats/testing';
import { expect, test } from 'vitest';
import { contextOf, run } from './entry/cli/testing.ts';
import { userTools } from './entry/mcp/tools.ts';
import { createTasksRouter } from './entry/trpc/router.ts';
import { namedPlaces } from './entry/trpc/testing.ts';
import { type DetailField, detailFields, fieldsOf } from './model/task-fields.ts';
import type { TaskView } from './model/task-view.ts';
import { exportTasks } from './queries/export-tasks.ts';
import { openTestTasks, type TestTasks, testHolder } from './testing.ts';

/** Something to say of a field, by what it holds. */
function example({ kind, words }: DetailField): unknown {
  const examples: Readonly<Record<DetailKind, unknown>> = {
    text: 'Some text.',
    line: 'T-17',
    word: 'tester',
    choice: words.at(-1),
    minutes: '90',
    date: '2031-03-01T09:00Z',
    flag: true,
    list: ['one', 'two'],
    object: { ticket: 17 },
    shell: 'true',
  };
  return examples[kind];
}

/** What a task has then. */
function wanted(row: DetailField): unknown {
  if (row.kind === 'minutes') return 90;
  return row.kind === 'date' ? '2031-03-01T09:00:00.000Z' : example(row);
}

const isOf =
  (...kinds: readonly DetailKind[]) =>
  ({ kind }: DetailField) =>
    kinds.includes(kind);
/** What only people set: no tool sets it, and no import takes it over. */
const isShell = isOf('shell');

const said = (row: DetailField, value: unknown = example(row)) => ({ title: 'A task', [row.said]: value });
const has = async (home: TestTasks, id: string, row: DetailField) =>
  expect((await home.get(id))[row.field]).toEqual(wanted(row));

async function madeWith(home: TestTasks, row: DetailField): Promise<TaskView> {
  return unwrap(await home.tasks.commands.create(said(row), testAct));
}

const named = (rows: readonly DetailField[]) => rows.map((row) => [row.field, row] as const);

test.each(named(detailFields()))('%s is written, told in the history, and taken away', async (_, row) => {
  using home = openTestTasks();
  const { id } = await madeWith(home, row);
  await has(home, id, row);
  const nothing = isOf('list', 'flag')(row) ? emptyDetails[row.field] : null;
  unwrap(await home.tasks.commands.update({ task: id, [row.said]: nothing, holder: testHolder }, testAct));
  expect((await home.get(id))[row.field]).toEqual(emptyDetails[row.field]);
  const [, taken] = (await home.tasks.queries.history(id)).items;
  expect(taken).toMatchObject({ payload: { after: { [row.field]: emptyDetails[row.field] } } });
});

test.each(named(detailFields()))(
  '%s is an option of the commands that write tasks, and shown under its name',
  async (_, row) => {
    using home = openTestTasks();
    const value = row.kind === 'object' ? JSON.stringify(example(row)) : example(row);
    const options = { [row.word]: value as string | string[] | true };
    const made = unwrap(await run(contextOf(home), 'task create', { arguments: ['A task'], options }));
    const [id = ''] = made.ids ?? [];
    await has(home, id, row);
    unwrap(await run(contextOf(home), 'task update', { arguments: [id], options }));
    const shown = unwrap(await run(contextOf(home), 'task show', { arguments: [id] }));
    expect(shown.text(contextOf(home).style)).toMatch(new RegExp(`^${row.label}\\b`, 'm'));
  },
);

test.each(named(detailFields()))('%s is taken by the procedures of the dashboard', async (_, row) => {
  using home = openTestTasks();
  const call = createCallerFactory(createTasksRouter(home.tasks, namedPlaces(home.storage.read)))({
    act: testAct,
    holder: testHolder,
  });
  const { id } = await call.create(said(row));
  await has(home, id, row);
  await call.update({ id, ...said(row) });
  await has(home, id, row);
});

test.each(named(detailFields().filter((row) => !isShell(row))))(
  '%s is an argument of the tools that write tasks, and told by the one that shows them',
  (_, row) => {
    for (const name of ['task_create', 'task_update']) {
      const shape = userTools.tools.find((tool) => tool.name === name)?.input.shape;
      expect(shape?.[row.said]?.safeParse(example(row)).success, name).toBe(true);
    }
  },
);

test.each(named(detailFields()))('%s is told by the tool that shows a task', async (_, row) => {
  using home = openTestTasks();
  const { id } = await madeWith(home, row);
  const show = userTools.tools.find(({ name }) => name === 'task_show');
  const context = { ...contextOf(home), act: testAct, holder: testHolder };
  const shown = unwrap(await unwrapTool(show).run({ id }, context, new AbortController().signal));
  expect(Object.keys(shown.structured ?? {})).toContain(row.said);
});

test.each(named(detailFields()))('%s is a word of plans in markdown and JSON', (_, row) => {
  const value = example(row);
  const text = Array.isArray(value) ? value.join(',') : value === true ? 'yes' : value;
  const line = typeof text === 'string' ? text : JSON.stringify(text);
  const plans = [parseMarkdownPlan(`# A task\n\n${row.word}: ${line}\n`), draftsInJson([said(row)])];
  for (const drafts of plans) expect(drafts).toMatchObject({ value: [{ [row.said]: value }] });
});

test.each(
  detailFields().flatMap((row) => (['json', 'beads'] as const).map((format) => [row.field, format, row] as const)),
)('%s comes back from an export as %s', async (_, format, row) => {
  using home = openTestTasks();
  using other = openTestTasks();
  const { id } = await madeWith(home, row);
  const written = await exported(home, format);
  unwrap(await other.tasks.commands.import({ source: bytesSource(Buffer.from(written)) }, testAct));
  if (!isShell(row)) return await has(other, id, row);
  const task = await other.get(id);
  expect(task).toMatchObject({ [row.field]: null, metadata: { imported: { [row.field]: 'true' } } });
});

test.each(named(detailFields().filter((row) => !isOf('list', 'flag', 'shell')(row))))(
  '%s has a column in a table for spreadsheets',
  async (_, row) => {
    using home = openTestTasks();
    const empty = await exported(home, 'csv');
    await madeWith(home, row);
    const [, line = ''] = (await exported(home, 'csv')).split('\r\n');
    const at = empty.split(',').findIndex((name) => name.replace(/_minutes\s*$/, '').trim() === row.column);
    expect(at).toBeGreaterThan(0);
    expect(line).toContain(row.kind === 'object' ? 'ticket' : String(wanted(row)));
  },
);

test.each(
  named(detailFields().filter((row) => !(isOf('list', 'object', 'shell')(row) || row.field === 'requiresPlan'))),
)('%s can be asked for', async (_, row) => {
  using home = openTestTasks();
  const { id } = await madeWith(home, row);
  await home.build();
  const asked = row.asked ?? row.said;
  const value = row.kind === 'date' ? '2031-03-02' : row.kind === 'flag' ? 'yes' : `"${String(example(row))}"`;
  const where = `${asked} ${row.kind === 'date' ? '<' : '='} ${value}`;
  const found = unwrap(await run(contextOf(home), 'task query', { arguments: [where] }));
  expect(found.ids).toEqual([id]);
});

function unwrapTool(tool: (typeof userTools.tools)[number] | undefined) {
  if (tool === undefined) throw new Error('there is no such tool');
  return tool;
}

async function exported(home: TestTasks, format: 'json' | 'beads' | 'csv'): Promise<string> {
  const parts: string[] = [];
  for await (const part of writeRecords(format, exportTasks(home.storage.read, {}))) parts.push(part);
  return parts.join('');
}

test('every column of a task has a row, but for its keys and what the database keeps by itself', async () => {
  using home = openTestTasks();
  const keys = ['n', 'id', 'task_n', 'parent_n', 'external_id', 'initiative_id', 'phase_id', 'extra'];
  const kept = ['open_blockers', 'open_children', 'closed_children', 'held', 'dependents', 'labels', 'asleep_until'];
  const times = ['created_at', 'updated_at', 'revision'];
  const rows = fieldsOf('words', 'place', 'standing', 'work', 'approval', 'details');
  for (const table of ['tasks', 'bodies'] as const) {
    const name = table === 'tasks' ? 'tasks' : 'task_bodies';
    const columns = await home.storage.read.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', [name]);
    const told = rows.filter((row) => row.in === table).map(({ column }) => column);
    const others = [...keys, ...kept, ...times];
    expect(
      columns
        .map((column) => column.name)
        .filter((column) => !others.includes(column))
        .sort(),
    ).toEqual(told.sort());
  }
});
