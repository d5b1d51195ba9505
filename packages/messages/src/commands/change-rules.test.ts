import { type Act, unwrap } from '@cw/kernel';
import { openTestStorage, testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { createMessagesModule } from '../messages.module.ts';
import { choicesFor } from '../model/choices.ts';

const npm = { projectId: null, tool: 'Bash', pattern: 'npm test', itemId: null };
const run: Act = { actor: { kind: 'run', id: 'rn_1', name: 'rn_1' }, runId: 'rn_1' };

function open() {
  const storage = openTestStorage();
  const rules = createMessagesModule({ storage });
  const events = async () => (await storage.bus.read(0, 100)).map(({ type, payload }) => ({ type, payload }));
  return { storage, rules, events, [Symbol.dispose]: () => storage[Symbol.dispose]() };
}

test('a rule says something else, is removed and comes back as what it was, by the same id', async () => {
  using it = open();
  const { rules } = it;
  const { id } = unwrap(await rules.commands.writeRule(npm, testAct));
  const wider = unwrap(await rules.commands.updateRule({ rule: id.slice(0, 8), pattern: 'npm *' }, testAct));
  expect(wider).toMatchObject({ id, tool: 'Bash', pattern: 'npm *', projectId: null, createdBy: testAct.actor.name });
  unwrap(await rules.commands.updateRule({ rule: id, pattern: 'npm *' }, testAct));
  unwrap(await rules.commands.removeRule(id, testAct));
  expect(unwrap(await rules.queries.listRules()).items).toEqual([]);
  expect(unwrap(await rules.queries.findRule(id, 'all')).removedAt).not.toBeNull();
  expect(await rules.commands.updateRule({ rule: id, pattern: null }, testAct)).toMatchObject({
    error: { kind: 'rule.not-found' },
  });
  unwrap(await rules.commands.restoreRule(id, testAct));
  unwrap(await rules.commands.restoreRule(id, testAct));
  expect(unwrap(await rules.queries.listRules()).items).toEqual([wider]);
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
  [{ pattern: ' ' }, 'rule.empty-pattern'],
  [{ projectId: 'pr_none' }, 'rule.unknown-project'],
])('a rule of %j is refused, whether it is new or was another', async (change, kind) => {
  using it = open();
  const { rules } = it;
  expect(await rules.commands.writeRule({ ...npm, ...change }, testAct)).toMatchObject({ ok: false, error: { kind } });
  const { id } = unwrap(await rules.commands.writeRule(npm, testAct));
  expect(await rules.commands.updateRule({ rule: id, ...change }, testAct)).toMatchObject({
    ok: false,
    error: { kind },
  });
  expect(unwrap(await rules.queries.listRules()).items).toMatchObject([npm]);
});

test('no two rules say the same', async () => {
  using it = open();
  const { rules } = it;
  const [one, other] = [
    unwrap(await rules.commands.writeRule(npm, testAct)),
    unwrap(await rules.commands.writeRule({ ...npm, pattern: null }, testAct)),
  ];
  expect(unwrap(await rules.commands.writeRule(npm, testAct)).id).toBe(one.id);
  const exists = { ok: false, error: { kind: 'rule.exists', rule: one.id } };
  expect(await rules.commands.updateRule({ rule: other.id, pattern: 'npm test' }, testAct)).toMatchObject(exists);
  unwrap(await rules.commands.removeRule(other.id, testAct));
  unwrap(await rules.commands.updateRule({ rule: one.id, pattern: null }, testAct));
  expect(await rules.commands.restoreRule(other.id, testAct)).toMatchObject(exists);
});

test('a run makes, changes, removes and restores no rule', async () => {
  using it = open();
  const { rules } = it;
  const { id } = unwrap(await rules.commands.writeRule(npm, testAct));
  const refused = { ok: false, error: { kind: 'rule.people-only' } };
  expect(await rules.commands.writeRule({ ...npm, pattern: null }, run)).toMatchObject(refused);
  expect(await rules.commands.updateRule({ rule: id, pattern: null }, run)).toMatchObject(refused);
  expect(await rules.commands.removeRule(id, run)).toMatchObject(refused);
  unwrap(await rules.commands.removeRule(id, testAct));
  expect(await rules.commands.restoreRule(id, run)).toMatchObject(refused);
  expect(unwrap(await rules.queries.listRules()).items).toEqual([]);
});

test('an item that was always allowed leads to its rule, whatever it says by now, or to the one that was there', async () => {
  using it = open();
  const { rules } = it;
  const answered = async (subject: `ask:${string}`, choice: string) => {
    const item = await rules.commands.raiseItem(
      {
        ...({ kind: 'permission', subject, projectId: null, taskId: null, runId: null } as const),
        title: 'Run: npm test',
        choices: choicesFor.permission,
        details: { rule: npm },
      },
      testAct,
    );
    await rules.commands.answerItem({ item, choice, via: 'cli' }, testAct);
    if (choice === 'always') await rules.commands.addRule({ ...npm, itemId: item }, testAct);
    return item;
  };
  const [first, second, once] = [
    await answered('ask:1', 'always'),
    await answered('ask:2', 'always'),
    await answered('ask:3', 'allow'),
  ];
  const [rule] = unwrap(await rules.queries.listRules()).items;
  expect(rule).toMatchObject({ itemId: first, itemTitle: 'Run: npm test' });
  expect(await rules.queries.ruleOfItem(first)).toEqual(rule);
  expect(await rules.queries.ruleOfItem(second)).toEqual(rule);
  expect(await rules.queries.ruleOfItem(once)).toBeUndefined();
  unwrap(await rules.commands.updateRule({ rule: rule?.id ?? '', pattern: 'npm *' }, testAct));
  expect((await rules.queries.ruleOfItem(first))?.pattern).toBe('npm *');
});
