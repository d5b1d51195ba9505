import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { bytesSource } from '@cw/task-formats/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contextOf, run } from './entry/cli/testing.ts';
import {
  checkpointTypes,
  dependencyTypes,
  type TaskView,
  taskOutcomes,
  taskSizes,
  waitGates,
} from './model/task-view.ts';
import { checkTasks } from './queries/check-tasks.ts';
import { openTestTasks, type TestTasks, testHolder } from './testing.ts';

const words = fc.constantFrom(
  'plain',
  '👩‍💻 emoji',
  'שלום עולם',
  'two\nlines',
  '"quoted", and; =SUM(A1)',
  '=1+1',
  '\u200bzero\u200b width',
  '<b>html</b>',
  'tab\there',
  'e\u0301 ñ 漢字',
  '\\u0000 said, not meant',
  'What.\n\n## Notes from beads\n\nRemembered.',
  '## Notes from beads\n\none\n\n## Notes from beads\n\n',
);
const line = words.map((text) => text.replaceAll(/[\n\t]/g, ' '));
const metadata = fc.dictionary(
  fc.constantFrom('notes', 'codewalkers', 'ticket', '__proto__x', 'ключ'),
  fc.oneof(words, fc.integer(), fc.constant(null), fc.constant({ deep: [1, { er: 'x' }] })),
);
const index = fc.nat(3);
const moment = fc.constantFrom('2026-03-01T09:00:00.123Z', '2027-12-31T23:59:59.999Z');

const task = fc.record({
  title: line,
  description: words,
  acceptance: words,
  design: words,
  priority: fc.constantFrom('P0', 'P1', 'P2', 'P3'),
  type: fc.constantFrom('task', 'bug', 'epic', 'agent', 'my-own'),
  labels: fc.uniqueArray(line, { maxLength: 3 }),
  assignee: fc.option(line, { nil: undefined }),
  estimate: fc.option(fc.constantFrom('90m', '3d'), { nil: undefined }),
  due: fc.option(moment, { nil: undefined }),
  defer: fc.option(moment, { nil: undefined }),
  externalRef: fc.option(line, { nil: undefined }),
  role: fc.option(fc.constantFrom('tester', 'my-role'), { nil: undefined }),
  size: fc.option(fc.constantFrom(...taskSizes), { nil: undefined }),
  requiresPlan: fc.boolean(),
  files: fc.option(fc.subarray(['src/a b', 'docs/**', 'ü.ts']), { nil: undefined }),
  requires: fc.option(fc.subarray(['browser', 'c++']), { nil: undefined }),
  gate: fc.boolean(),
  metadata: fc.option(metadata, { nil: undefined }),
  script: fc.option(fc.constant('touch /tmp/x'), { nil: undefined }),
  checkCommand: fc.option(fc.constant('true'), { nil: undefined }),
});

const deed = fc.oneof(
  fc.record({ do: fc.constant('parent' as const), at: index, on: index }),
  fc.record({
    do: fc.constant('need' as const),
    at: index,
    on: index,
    type: fc.constantFrom(...dependencyTypes),
    gate: fc.constantFrom(...waitGates),
  }),
  fc.record({ do: fc.constant('comment' as const), at: index, text: words }),
  fc.record({ do: fc.constant('plan' as const), at: index, text: words, step: line }),
  fc.record({
    do: fc.constant('checkpoint' as const),
    at: index,
    text: words,
    type: fc.constantFrom(...checkpointTypes),
  }),
  fc.record({ do: fc.constant('artifact' as const), at: index, text: line }),
  fc.record({ do: fc.constant('close' as const), at: index, outcome: fc.constantFrom(...taskOutcomes), text: words }),
  fc.record({ do: fc.constant('block' as const), at: index, text: words }),
  fc.record({ do: fc.constant('claim' as const), at: index }),
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

async function carryOut(home: TestTasks, ids: readonly string[], wanted: Deed): Promise<void> {
  const { commands, queries } = home.tasks;
  const id = ids[wanted.at] ?? '';
  switch (wanted.do) {
    case 'parent':
      await commands.update({ task: id, parent: ids[wanted.on], holder: testHolder }, testAct);
      return;
    case 'need': {
      const gate = wanted.type === 'waits-for' ? wanted.gate : undefined;
      await commands.addDependency({ task: id, on: ids[wanted.on] ?? '', type: wanted.type, gate }, testAct);
      return;
    }
    case 'comment': {
      const [first] = (await queries.comments(id)).items;
      await commands.comment({ task: id, text: wanted.text, replyTo: first?.id }, testAct);
      return;
    }
    case 'plan': {
      const plan = { goal: wanted.text, approach: wanted.text, steps: [wanted.step], files: ['a b/ü.ts'] };
      const written = await commands.setPlan({ task: id, ...plan }, testAct);
      if (written.ok) await commands.approvePlan({ task: id, digest: written.value.digest }, testAct);
      return;
    }
    case 'checkpoint':
      await commands.checkpoint({ task: id, text: wanted.text, type: wanted.type, files: ['x.ts'] }, testAct);
      return;
    case 'artifact':
      await home.inTx((tx) =>
        tx.run(
          `INSERT OR IGNORE INTO task_artifacts (task_n, kind, value, created_at) SELECT n, 'link', ?, 1 FROM tasks WHERE id = ?`,
          [`https://example.test/${wanted.text}`, id],
        ),
      );
      return;
    case 'close':
      await commands.close(
        { task: id, outcome: wanted.outcome, reason: wanted.text, force: true, holder: testHolder },
        testAct,
      );
      return;
    case 'block':
      await commands.update({ task: id, status: 'blocked', reason: wanted.text, holder: testHolder }, testAct);
      return;
    case 'claim':
      await commands.claim({ task: id, holder: testHolder }, testAct);
  }
}

const exported = async (home: TestTasks, format: string): Promise<string> => {
  const written = new Map<string, string>();
  unwrap(await run(contextOf(home, { written }), 'task export', { options: { format }, arguments: ['all'] }));
  return written.get('all') ?? '';
};

const imported = async (home: TestTasks, content: string, more: { size?: number } = {}) => {
  const source = { ...bytesSource(Buffer.from(content)), ...more };
  return unwrap(await home.tasks.commands.import({ source }, testAct));
};

/** All that there is to see of the tasks, but for what is never taken over: claims, what is run, and approvals. */
async function everything(home: TestTasks, ids: readonly string[]) {
  const { queries } = home.tasks;
  return Promise.all(
    ids.map(async (id) => {
      const view = await home.get(id);
      const comments = (await queries.comments(id)).items;
      const checkpoints = (await queries.checkpoints({ taskId: id })).items;
      return { ...comparable(view), comments, checkpoints };
    }),
  );
}

function comparable(view: TaskView) {
  const { imported: _, ...users } = view.metadata;
  const plan = view.plan && { ...view.plan, approvedBy: null, approvedAt: null };
  const byId = (edges: TaskView['dependencies']) => edges.map((edge) => JSON.stringify(edge)).sort();
  return {
    ...view,
    metadata: users,
    plan,
    dependencies: byId(view.dependencies),
    dependents: byId(view.dependents),
    blockedBy: [...view.blockedBy].sort(),
    blockers: byBlocker(view),
    lease: null,
    script: null,
    checkCommand: null,
    ready: null,
    state: null,
  };
}

function byBlocker({ blockers }: TaskView) {
  return blockers.map((blocker) => JSON.stringify(blocker)).sort();
}

describe.each(['beads', 'json'])('an export as %s', (format) => {
  test('makes the same tasks in an empty workspace, field by field, and is the same bytes from there', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(task, { minLength: 4, maxLength: 4 }),
        fc.array(deed, { maxLength: 14 }),
        async (tasks, deeds) => {
          using here = openTestTasks();
          const ids: string[] = [];
          for (const each of tasks) ids.push((await here.build(each)).id);
          for (const each of deeds) await carryOut(here, ids, each);
          const content = await exported(here, format);
          using there = openTestTasks();
          expect(await imported(there, content)).toMatchObject({ created: 4, updated: 0, skipped: 0, refused: [] });
          expect(await everything(there, ids)).toEqual(await everything(here, ids));
          const scene = {
            home: '',
            read: there.storage.read,
            now: Date.now(),
            served: false,
            searchIndexAgrees: () => true,
          };
          expect((await checkTasks(scene)).filter(({ check }) => check === 'tasks.counters')).toEqual([]);
          for (const id of ids) {
            const { script, checkCommand, plan, dispatch, metadata } = await there.get(id);
            expect({ script, checkCommand, dispatch }).toEqual({
              script: null,
              checkCommand: null,
              dispatch: 'manual',
            });
            expect(plan?.approvedBy ?? null).toBe(null);
            const before = await here.get(id);
            if (before.script !== null) expect(metadata.imported).toMatchObject({ script: before.script });
          }
          const again = await exported(there, format);
          using third = openTestTasks();
          await imported(third, again, { size: 1 << 30 });
          expect(await exported(third, format)).toBe(again);
          expect(await imported(there, content)).toMatchObject({ created: 0, updated: 0, unchanged: 4, skipped: 0 });
        },
      ),
      { numRuns: 8 },
    );
  });
});

const onOther = (id: string, type: string) => ({
  issue_id: 'bd-7',
  depends_on_id: id,
  type,
  created_at: '2026-01-02T09:00:00.000Z',
});

test('what beads has no place for here goes back to beads as it came', async () => {
  using home = openTestTasks();
  const issue = {
    _type: 'issue',
    id: 'bd-7',
    title: 'A',
    status: 'hooked',
    priority: 4,
    issue_type: 'task',
    created_at: '2026-01-02T03:04:05.000Z',
    updated_at: '2026-01-03T03:04:05.000Z',
    notes: 'Remember.',
    labels: ['x'],
    dependencies: [
      { ...onOther('bd-8', 'child'), created_by: 'ann' },
      { ...onOther('bd-8', 'caused-by'), created_by: 'bob', metadata: '{}' },
      { ...onOther('bd-9', 'parent-child'), thread_id: '7' },
      { ...onOther('bd-9', 'waits-for'), metadata: '{"gate":"any-children","spawner":"x"}' },
      { ...onOther('external:other:cap', 'blocks'), created_by: 'ann' },
      { issue_id: 'bd-7', depends_on_id: 'external:other:cup', type: 'blocks' },
    ],
    comments: [{ id: '7', issue_id: 'bd-7', author: 'ann', text: 'Hm.', created_at: '2026-01-02T03:04:05.000Z' }],
    owner: 'ann@example.org',
    metadata: { mine: 1 },
  };
  const self = { issue_id: 'bd-7', depends_on_id: 'bd-7', type: 'child', created_by: 'ann' };
  const first = { ...issue, dependencies: [self, ...issue.dependencies] };
  const others = ['bd-8', 'bd-9'].map((id) => ({ ...issue, id, dependencies: [], comments: [], status: 'pinned' }));
  await imported(home, [first, ...others].map((each) => JSON.stringify(each)).join('\n'));
  const [line = ''] = (await exported(home, 'beads')).split('\n');
  const { metadata: carried, ...back } = JSON.parse(line);
  const { metadata: _, ...came } = issue;
  expect(back).toEqual(came);
  expect(carried).toMatchObject({ mine: 1, codewalkers: { status: 'in_progress' } });
  using there = openTestTasks();
  await imported(there, await exported(home, 'beads'));
  expect(await exported(there, 'json')).toBe(await exported(home, 'json'));
});

test('a spreadsheet gets rows of RFC 4180 in which nothing is a formula', async () => {
  using home = openTestTasks();
  await home.build({ title: '=HYPERLINK("http://x")', description: 'a\nb, "c"', assignee: '@me', labels: ['-1', 'b'] });
  const [header = '', ...rest] = (await exported(home, 'csv')).split('\r\n');
  expect(header.split(',').slice(0, 4)).toEqual(['id', 'external_id', 'title', 'status']);
  expect(rest.join('\r\n')).toMatch(
    /^tk_\w+,,"'=HYPERLINK\(""http:\/\/x""\)",open,,P2,task,'@me,"'-1, b",,.*"a\nb, ""c""",.*\r\n$/s,
  );
});

test('what is in the trash is only written when it is asked for, and never comes back by an import', async () => {
  using home = openTestTasks();
  const gone = await home.build({ title: 'Gone' });
  await home.tasks.commands.delete({ tasks: [gone.id], holder: testHolder }, testAct);
  expect(await exported(home, 'beads')).toBe('');
  const written = new Map<string, string>();
  for (const format of ['beads', 'json']) {
    unwrap(
      await run(contextOf(home, { written }), 'task export', { options: { format, all: true }, arguments: ['x'] }),
    );
    using there = openTestTasks();
    expect(await imported(there, written.get('x') ?? '')).toMatchObject({ created: 0, skipped: 1 });
    expect(await imported(home, (written.get('x') ?? '').replace('tombstone', 'open'))).toMatchObject({ skipped: 1 });
  }
});
