import { type Act, randomId, unwrap } from '@cw/kernel';
import { openTestStorage, testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { answerItemStep, raiseItemStep } from '../messages.module.ts';
import { choicesFor } from '../model/choices.ts';
import { addRuleStep, createRules } from '../rules.ts';

const npm = { projectId: null, tool: 'Bash', pattern: 'npm test', itemId: null };
const run: Act = { actor: { kind: 'run', id: 'rn_1', name: 'rn_1' }, runId: 'rn_1' };

function open() {
  const storage = openTestStorage();
  const rules = createRules({ storage, ids: randomId });
  const events = async () => (await storage.bus.read(0, 100)).map(({ type, payload }) => ({ type, payload }));
  return { storage, rules, events, [Symbol.dispose]: () => storage[Symbol.dispose]() };
}

test('a rule says something else, is removed and comes back as what it was, by the same id', async () => {
  using it = open();
  const { rules } = it;
  const { id } = unwrap(await rules.add(npm, testAct));
  const wider = unwrap(await rules.update({ rule: id.slice(0, 8), pattern: 'npm *' }, testAct));
  expect(wider).toMatchObject({ id, tool: 'Bash', pattern: 'npm *', projectId: null, createdBy: testAct.actor.name });
  unwrap(await rules.update({ rule: id, pattern: 'npm *' }, testAct));
  unwrap(await rules.remove(id, testAct));
  expect(unwrap(await rules.list()).items).toEqual([]);
  expect(unwrap(await rules.show(id)).removedAt).not.toBeNull();
  expect(await rules.update({ rule: id, pattern: null }, testAct)).toMatchObject({ error: { kind: 'rule.not-found' } });
  unwrap(await rules.restore(id, testAct));
  unwrap(await rules.restore(id, testAct));
  expect(unwrap(await rules.list()).items).toEqual([wider]);
  expect((await it.events()).map(({ type }) => type)).toEqual([
    'rule.added',
    'rule.changed',
    'rule.removed',
    'rule.restored',
  ]);
  const said = { projectId: null, tool: 'Bash' };
  expect((await it.events())[1]?.payload).toEqual({
    before: { ...said, pattern: 'npm test' },
    after: { ...said, pattern: 'npm *' },
  });
});

test.each([
  [{ tool: 'no tool' }, 'rule.no-tool'],
  [{ tool: '' }, 'rule.no-tool'],
  [{ pattern: 'x'.repeat(10_001) }, 'rule.too-long'],
  [{ projectId: 'pr_none' }, 'rule.unknown-project'],
])('a rule of %j is refused, whether it is new or was another', async (change, kind) => {
  using it = open();
  const { rules } = it;
  expect(await rules.add({ ...npm, ...change }, testAct)).toMatchObject({ ok: false, error: { kind } });
  const { id } = unwrap(await rules.add(npm, testAct));
  expect(await rules.update({ rule: id, ...change }, testAct)).toMatchObject({ ok: false, error: { kind } });
  expect(unwrap(await rules.list()).items).toMatchObject([npm]);
});

test('no two rules say the same', async () => {
  using it = open();
  const { rules } = it;
  const [one, other] = [
    unwrap(await rules.add(npm, testAct)),
    unwrap(await rules.add({ ...npm, pattern: null }, testAct)),
  ];
  expect(unwrap(await rules.add(npm, testAct)).id).toBe(one.id);
  const exists = { ok: false, error: { kind: 'rule.exists', rule: one.id } };
  expect(await rules.update({ rule: other.id, pattern: 'npm test' }, testAct)).toMatchObject(exists);
  unwrap(await rules.remove(other.id, testAct));
  unwrap(await rules.update({ rule: one.id, pattern: null }, testAct));
  expect(await rules.restore(other.id, testAct)).toMatchObject(exists);
});

test('a run makes, changes, removes and restores no rule', async () => {
  using it = open();
  const { rules } = it;
  const { id } = unwrap(await rules.add(npm, testAct));
  const refused = { ok: false, error: { kind: 'rule.people-only' } };
  expect(await rules.add({ ...npm, pattern: null }, run)).toMatchObject(refused);
  expect(await rules.update({ rule: id, pattern: null }, run)).toMatchObject(refused);
  expect(await rules.remove(id, run)).toMatchObject(refused);
  unwrap(await rules.remove(id, testAct));
  expect(await rules.restore(id, run)).toMatchObject(refused);
  expect(unwrap(await rules.list()).items).toEqual([]);
});

test('an item that was always allowed leads to its rule, whatever it says by now, or to the one that was there', async () => {
  using it = open();
  const { rules, storage } = it;
  const answered = async (subject: `ask:${string}`, choice: string) => {
    const item = await storage.transact((tx) =>
      raiseItemStep(
        tx,
        {
          ...({ ids: randomId, kind: 'permission', subject, projectId: null, taskId: null, runId: null } as const),
          title: 'Run: npm test',
          choices: choicesFor.permission,
          details: { rule: npm },
        },
        testAct,
      ),
    );
    await storage.transact((tx) => answerItemStep(tx, { item, choice, via: 'cli' }, testAct));
    if (choice === 'always')
      await storage.transact((tx) => addRuleStep(tx, { ...npm, ids: randomId, itemId: item }, testAct));
    return item;
  };
  const [first, second, once] = [
    await answered('ask:1', 'always'),
    await answered('ask:2', 'always'),
    await answered('ask:3', 'allow'),
  ];
  const [rule] = unwrap(await rules.list()).items;
  expect(rule).toMatchObject({ itemId: first, itemTitle: 'Run: npm test' });
  expect(await rules.ofItem(first)).toEqual(rule);
  expect(await rules.ofItem(second)).toEqual(rule);
  expect(await rules.ofItem(once)).toBeUndefined();
  unwrap(await rules.update({ rule: rule?.id ?? '', pattern: 'npm *' }, testAct));
  expect((await rules.ofItem(first))?.pattern).toBe('npm *');
});
