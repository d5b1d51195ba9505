import { err, ok, unwrap } from '@cw/kernel';
import { systemClock } from '@cw/storage';
import { testAct } from '@cw/storage/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseQuery } from '../model/parse-query.ts';
import { queryFields, queryOps, queryWords } from '../model/query.ts';
import { openTestTasks, type TestTasks, testHolder } from '../testing.ts';
import { countTasks, listTasks } from './list-tasks.ts';
import { queryCondition } from './query-condition.ts';

let home: TestTasks;
const ids: Record<string, string> = {};
const day = 86_400_000;

beforeAll(async () => {
  home = openTestTasks();
  const { commands } = home.tasks;
  const add = async (title: string, input: Parameters<TestTasks['build']>[0] = {}) => {
    ids[title] = (await home.build({ title, ...input })).id;
  };
  const project = await home.addProject('shop');
  await home.addProject('other');
  await add('plain', { priority: 'P3', project });
  await add('Größe', { priority: 'P0', labels: ['ui', 'größe'], assignee: 'ann', estimate: '2h', size: 'S' });
  await add('epic', { type: 'epic', due: '2020-01-01', metadata: { ticket: 17, open: true } });
  await add('child', { parent: ids.epic, description: 'says "100%"', labels: ['api'] });
  await add('grandchild', { parent: ids.child, needs: [ids.plain ?? ''], design: 'drawn' });
  await add('done', { role: 'tester', externalRef: 'gh-9', gate: true });
  const points = { task: ids.done ?? '', on: ids.epic ?? '', type: 'related' } as const;
  unwrap(await commands.addDependency(points, testAct));
  unwrap(await commands.comment({ task: ids.plain ?? '', text: 'What a remark' }, testAct));
  unwrap(await commands.close({ task: ids.done ?? '', holder: testHolder }, testAct));
  await home.storage.transact((tx) =>
    tx.run('UPDATE tasks SET updated_at = updated_at - ?, created_at = created_at - ? WHERE id = ?', [
      8 * day,
      9 * day,
      ids.plain ?? '',
    ]),
  );
});
afterAll(() => home[Symbol.dispose]());

async function titles(text: string): Promise<readonly string[]> {
  const query = unwrap(parseQuery(text));
  const condition = unwrap(await queryCondition(query, { db: home.storage.read, now: systemClock.now() }));
  const page = unwrap(await listTasks(home.storage.read, { all: true, also: [condition], sort: 'title' }));
  return page.items.map(({ title }) => title);
}

describe('a query finds', () => {
  test.each([
    ['status=open and priority<=1', ['Größe']],
    ['priority in (P0, 3)', ['Größe', 'plain']],
    ['priority > P0 and not priority = 2', ['plain']],
    ['STATUS = Closed or label = api', ['child', 'done']],
    ['status not in (open, blocked)', ['done']],
    ['gate = waiting', ['done']],
    ['gate = yes and gate != approved', ['done']],
    ['gate = no and type = epic', ['epic']],
    ['priority=0&&label=ui', ['Größe']],
    ['label=api||title=epic', ['child', 'epic']],
    ['label=a&b||label!=ui&&label!=none', ['child']],
    ['label != ui and label != none', ['child']],
    ['label ~ GRÖ', ['Größe']],
    ['title ~ größe', ['Größe']],
    ['title ~ GRÖße', ['Größe']],
    [`label in (${'x, '.repeat(1500)}ui)`, ['Größe']],

    ["title = 'epic'", ['epic']],
    ['description ~ \'"100%"\'', ['child']],
    ['description ~ "\\"100"', ['child']],
    ['text ~ remark or design = drawn', ['grandchild', 'plain']],
    ['comment = none and project = shop', []],
    ['project = shop', ['plain']],
    ['assignee = none and type = task', ['child', 'done', 'grandchild', 'plain']],
    ['assignee != none', ['Größe']],
    ['assignee ~ AN', ['Größe']],
    ['updated > 7d', ['Größe', 'child', 'done', 'epic', 'grandchild']],
    ['updated < 7d', ['plain']],
    ['created = today and status = open', ['Größe', 'child', 'epic', 'grandchild']],
    ['created >= yesterday and not created > today', ['Größe', 'child', 'done', 'epic', 'grandchild']],
    ['due < 2030-01-01', ['epic']],
    ['due = 2020-01-01 and overdue', ['epic']],
    ['due = none and closed != none', ['done']],
    ['children > 0', ['child', 'epic']],
    ['estimate >= 90m and size < M', ['Größe']],
    ['role = tester or reference = gh-9', ['done']],
    ['metadata.ticket = 17 and metadata.open = true', ['epic']],
    ['metadata.ticket != 17 and size = none and type != task', []],
    ['state = ready', ['Größe', 'plain']],
    ['ready and !(assignee = ann)', ['plain']],
    ['blocked', ['grandchild']],
    ['outcome = done', ['done']],
  ])('%s', async (text, wanted) => {
    expect([...(await titles(text))].sort()).toEqual([...wanted].sort());
  });

  test('tasks by how they stand to another one', async () => {
    expect(await titles(`parent = ${ids.epic}`)).toEqual(['child']);
    expect(await titles(`under = ${ids.epic?.slice(3)}`)).toEqual(['child', 'grandchild']);
    expect(await titles(`needs = ${ids.plain}`)).toEqual(['grandchild']);
    expect(await titles('blocks = none and title = epic')).toEqual(['epic']);
    expect(await titles(`needs = ${ids.epic} or blocks = ${ids.epic}`)).toEqual([]);
    expect(await titles(`blocks = ${ids.grandchild}`)).toEqual(['plain']);
    expect(await titles(`id in (${ids.plain}, ${ids.done})`)).toEqual(['done', 'plain']);
  });
});

describe('a query that is wrong', () => {
  test.each([
    ['', 1, '', ['a field', 'not', '(']],
    ['priorty = 1', 1, 'priorty', ['a field']],
    ['status open', 8, 'open', ['=', '!=', 'in']],
    ['status < open', 8, '<', ['=', '!=', 'in']],
    ['größe', 1, 'größe', ['a field']],
    ['"größe"', 1, 'größe', ['a field', 'not', '(']],
    ['title ~ "größe" und', 17, 'und', ['and', 'or', 'the end']],
    ['(status = open', 15, '', [')', 'and', 'or']],
    ['status in open', 11, 'open', ['(']],
    ['status in (open blocked)', 17, 'blocked', [',', ')']],
    ['status =', 9, '', ['a value']],
    ["title = 'it", 9, "'it", ['the closing quote of this text']],
    ['status = opne', 10, 'opne', ['a status (open, in_progress, blocked, closed)']],
    ['created = 7d', 11, '7d', ['a day (a moment is compared with < or >)']],
    ['due < soon', 7, 'soon', ['a date, such as 2026-03-01, 7d, "2 weeks ago", yesterday']],
    ['priority = P9', 12, 'P9', ['a priority (P0 to P3, or 0 to 3)']],
    [`${'('.repeat(200)}ready`, 101, '(', ['fewer nested brackets']],
  ])('%s says where, and what was expected', async (text, column, found, expected) => {
    const query = parseQuery(text);
    const surroundings = { db: home.storage.read, now: systemClock.now() };
    const result = query.ok ? await queryCondition(query.value, surroundings) : query;
    expect(result).toMatchObject(err({ kind: 'query.wrong', column, found, expected }));
  });

  test('is refused for tasks and projects that are not there', async () => {
    const refused = async (text: string) =>
      queryCondition(unwrap(parseQuery(text)), { db: home.storage.read, now: systemClock.now() });
    expect(await refused('parent = nosuch')).toMatchObject({ error: { kind: 'task.not-found', ref: 'nosuch' } });
    expect(await refused('project = nosuch')).toMatchObject({ error: { kind: 'task.unknown-project', ref: 'nosuch' } });
  });
});

const value = fc.constantFrom(
  'none',
  '1',
  'P1',
  'open',
  '7d',
  '2026-03-01',
  '"a\'; DROP TABLE tasks; --"',
  "'%_\\\\'",
  '"日本"',
);
const field = fc.constantFrom(...Object.keys(queryFields), 'metadata.x');
const oneTest = fc.oneof(
  fc.tuple(field, fc.constantFrom(...queryOps), value).map((parts) => parts.join(' ')),
  fc
    .tuple(field, fc.array(value, { minLength: 1, maxLength: 3 }))
    .map(([name, list]) => `${name} in (${list.join(', ')})`),
  fc.constantFrom(...queryWords),
);
const { query: anyQuery } = fc.letrec<{ query: string }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    oneTest,
    tie('query').map((inner) => `not (${inner})`),
    fc.tuple(tie('query'), fc.constantFrom('and', 'or'), tie('query')).map((parts) => `(${parts.join(' ')})`),
  ),
}));

test('every query is compiled to SQL that runs, and its opposite means all the other tasks', async () => {
  const { read } = home.storage;
  const count = async (text: string) => {
    const query = parseQuery(text);
    const condition = query.ok ? await queryCondition(query.value, { db: read, now: systemClock.now() }) : query;
    return condition.ok ? ok(await countTasks(read, condition.value)) : condition;
  };
  const all = 6;
  await fc.assert(
    fc.asyncProperty(anyQuery, async (text) => {
      const [found, others] = [await count(text), await count(`not (${text})`)];
      if (!found.ok || !others.ok) return !found.ok && !others.ok;
      return found.value + others.value === all;
    }),
    { numRuns: 500 },
  );
});

test('any text is read or refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const query = parseQuery(text);
      return query.ok || query.error.kind === 'query.wrong';
    }),
  );
});
