import type { CliAnswer } from '@cw/entry';
import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { openTestTasks, type TestTasks } from '../../testing.ts';
import { contextOf, run } from './testing.ts';

const batch = (home: TestTasks, lines: readonly string[], options: Record<string, true> = {}): Promise<CliAnswer> =>
  run(contextOf(home, { input: Buffer.from(lines.join('\n')) }), 'task batch', { options });

const all = async (home: TestTasks) => unwrap(await home.tasks.queries.list({ all: true, sort: 'created' })).items;

describe('a line of JSON', () => {
  test('may name tasks in several fields, and values only once', async () => {
    using home = openTestTasks();
    const [a, b, c] = [await home.build(), await home.build(), await home.build()];
    const done = await batch(home, [
      `{"op":"close","id":"${a.id}","ids":["${b.id}"]}`,
      `{"op":"update","id":"${c.id}","addLabel":"x","addLabels":["y"]}`,
    ]);
    expect(done).toMatchObject({ value: { ids: [a.id, b.id, c.id] } });
    expect(await home.get(a.id)).toMatchObject({ status: 'closed' });
    expect(await home.get(c.id)).toMatchObject({ labels: ['x', 'y'] });
    for (const line of [
      `{"op":"claim","id":"${c.id}","task":"${c.id}"}`,
      `{"op":"create","title":"x","parent":"${c.id}","parentId":"${c.id}"}`,
      '{"op":"create","title":"x","metadata":{"a":1234567890123456789}}',
      `{"op":"create","title":"x","metadata":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    ]) {
      expect(await batch(home, [line])).toMatchObject({ error: { code: 'task.bad-line' } });
    }
  });
});

describe('a batch', () => {
  test('makes every change in order, and says of each line what it made or changed', async () => {
    using home = openTestTasks();
    const { id } = await home.build({ title: 'Old' });
    const done = await batch(home, [
      '# typed lines and lines of JSON, and keys for what is new',
      `create "It's new" -p 0 -l "x, y" --key a`,
      '{"op":"create","title":"Second","key":"b","needs":["a"],"labels":["z"],"metadata":{"n":1},"estimate":90}',
      '',
      `cw task dep add ${id} --needs=b`,
      `{"op":"dep.add","id":"b","on":"a","type":"related"}`,
      '{"op":"close","ids":["b","a"],"reason":"both","outcome":"done"}',
      'reopen a',
      `update ${id} -s blocked --reason 'wait for "it"' --assignee ada`,
      '{"op":"comment","id":"b","text":"héllo"}',
      'label add a "two words" q,r',
      '{"op":"label remove","id":"a","labels":["x"]}',
      '{"op":"update","id":"a","due":"2030-01-01","setMetadata":{"k":[1]},"addLabels":["w"]}',
      'task artifact add b https://x.org/r',
      'claim a',
      'release a',
      `delete ${id}`,
      `restore ${id}`,
      'q one more thing',
    ]);
    if (!done.ok) throw new Error(done.error.message);
    const [a = '', b = ''] = done.value.ids ?? [];
    expect(await home.get(a)).toMatchObject({
      title: "It's new",
      priority: 'P0',
      status: 'open',
      labels: ['q', 'r', 'two words', 'w', 'y'],
      metadata: { k: [1] },
      dueAt: expect.stringContaining('20'),
    });
    expect(await home.get(b)).toMatchObject({
      title: 'Second',
      outcome: 'done',
      closeReason: 'both',
      estimate: 90,
      metadata: { n: 1 },
      artifacts: [{ kind: 'link', value: 'https://x.org/r' }],
      dependencies: [
        { id: a, type: 'blocks' },
        { id: a, type: 'related' },
      ],
    });
    expect(await home.get(id)).toMatchObject({ status: 'blocked', statusReason: 'wait for "it"', assignee: 'ada' });
    expect(done.value.data).toMatchObject({
      total: 17,
      items: expect.arrayContaining([
        { line: 2, op: 'create', key: 'a', ids: [a] },
        { line: 7, op: 'close', ids: [b, a] },
      ]),
    });
    expect((await all(home)).map(({ title }) => title)).toContain('one more thing');
  });

  test.each<[string, string, RegExp]>([
    ['frobnicate x', 'task.bad-line', /^Line 3: A batch has no "frobnicate"/],
    ['clsoe x', 'task.bad-line', /did you mean close\?/],
    ['close', 'task.bad-line', /^Line 3: Close needs <tasks>/],
    ['close nosuch', 'task.not-found', /^Line 3 \(close\): .*"nosuch".* Nothing was written\.$/],
    ['close new', 'task.unmet-dependencies', /^Line 3/],
    ['close old --outcome gone', 'task.bad-line', /"gone" is not a valid outcome: done, failed, cancelled/],
    ['close old --frce', 'task.bad-line', /did you mean --force/],
    ['close "old', 'task.bad-line', /not closed/],
    ['create x --key old', 'task.double-key', /"old"/],
    ['create x --from plan.md', 'task.bad-line', /--from cannot be used in a batch/],
    ['create x -d -', 'task.bad-line', /cannot read standard input/],
    ['update old', 'task.nothing-named', /No change given/],
    ['create ""', 'task.title-empty', /title is empty/],
    ['update old --due nonsense', 'task.bad-date', /"nonsense" is not a valid date/],
    ['update old --revision 7', 'task.stale', /no revision 7 yet/],
    ['dep add old --needs new', 'task.cycle', /dependency cycle/],
    ['dep add old', 'task.bad-line', /what the task needs or what it blocks/],
    ['{"op":"close"}', 'task.bad-line', /"id" is missing/],
    ['{"op":"close","id":"old","foo":1}', 'task.bad-line', /unknown field "foo" of close/i],
    ['{"op":"close","id":"old","force":"yes"}', 'task.bad-line', /"force" must be true or false/],
    ['{"op":"label add","ids":["old","new"],"labels":["x"]}', 'task.bad-line', /"ids" takes only one value/],
    ['{"id":"old"}', 'task.bad-line', /does not say what to do/],
    ['{"op":', 'task.bad-line', /not a JSON object/],
  ])('with the line %s writes nothing and names the line', async (line, code, message) => {
    using home = openTestTasks();
    const answer = await batch(home, ['create Old --key old', 'create New --key new --needs old', line, 'close old']);
    expect(answer).toMatchObject({ error: { code, message: expect.stringMatching(message) } });
    expect(await all(home)).toEqual([]);
  });

  test('shows in a dry run what it would do, and writes nothing', async () => {
    using home = openTestTasks();
    expect(await batch(home, ['create A --key a', 'close a'], { 'dry-run': true })).toMatchObject({
      value: { ids: [], data: { dryRun: true, total: 2 } },
    });
    expect(await all(home)).toEqual([]);
  });

  test('leaves to people what is theirs', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    const context = contextOf(home, { input: Buffer.from(`delete ${id}`) });
    const actor = { kind: 'run', id: 'rn_1', name: 'rn_1' } as const;
    const answer = await run({ ...context, act: async () => ({ ...testAct, actor }) }, 'task batch');
    expect(answer).toMatchObject({ error: { code: 'task.people-only' } });
  });
});
