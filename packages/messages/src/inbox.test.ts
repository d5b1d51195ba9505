import { adviceInTerminal, toRefusal } from '@cw/entry';
import { ok, sayerOf, unwrap } from '@cw/kernel';
import { openTestStorage, testAct } from '@cw/storage/testing';
import { createTasksModule } from '@cw/tasks';
import { expect, test } from 'vitest';
import { askPerson } from './commands/ask-person.ts';
import { inboxRefusals } from './entry/refusals.ts';
import { createMessagesModule } from './messages.module.ts';
import { checkAnswer } from './model/answer-rules.ts';
import { choicesFor } from './model/choices.ts';
import { sayInboxReason } from './model/inbox-reason.ts';
import type { NewItem } from './model/item.ts';

function open() {
  const storage = openTestStorage({ say: sayerOf({ inbox: sayInboxReason }) });
  const question = {
    ...({ kind: 'question', subject: 'ask:1', projectId: null, taskId: null, runId: null } as const),
    title: 'Which port?',
    choices: choicesFor.question,
  };
  return {
    storage,
    question,
    inbox: createMessagesModule({ storage }),
    [Symbol.dispose]: () => storage[Symbol.dispose](),
  };
}

test('an item is answered once; the second answer is told of the first', async () => {
  using it = open();
  const id = await it.inbox.commands.raiseItem(it.question, testAct);
  expect(await it.inbox.queries.countOpen()).toBe(1);
  expect(await it.inbox.queries.countKinds()).toEqual([{ kind: 'question', open: 1 }]);
  expect(await it.inbox.queries.countKinds('pr_other')).toEqual([{ kind: 'question', open: 1 }]);
  const answer = { item: id, text: '8080', via: 'cli' } as const;
  const first = await it.inbox.commands.answerItem(answer, testAct);
  expect(unwrap(first)).toMatchObject({ item: { id }, answer: { choice: 'reply', text: '8080' } });
  const second = await it.inbox.commands.answerItem({ ...answer, via: 'dashboard' }, testAct);
  expect(second).toMatchObject({ ok: false, error: { kind: 'inbox.ended', state: 'answered', choice: 'reply' } });
  expect(unwrap(await it.inbox.queries.findItem(id))).toMatchObject({ state: 'answered', answeredVia: 'cli' });
  expect(await it.inbox.queries.countOpen()).toBe(0);
});

test('a subject that is asked anew has one open item, and one that went on has none', async () => {
  using it = open();
  const raise = () => it.inbox.commands.raiseItem(it.question, testAct);
  const [first, second] = [await raise(), await raise()];
  expect(unwrap(await it.inbox.queries.findItem(first)).state).toBe('over');
  expect(unwrap(await it.inbox.queries.listItems()).items.map(({ id }) => id)).toEqual([second]);
  await it.inbox.commands.settleSubject('ask:1', testAct);
  expect(unwrap(await it.inbox.queries.listItems()).total).toBe(0);
  expect(unwrap(await it.inbox.queries.listItems({ open: false })).items.map(({ state }) => state)).toEqual([
    'over',
    'over',
  ]);
});

test('what stops a task is over as soon as the task goes on, whatever made it', async () => {
  using it = open();
  const tasks = createTasksModule({ storage: it.storage });
  const { id: taskId } = unwrap(await tasks.commands.create({ title: 'A task' }, testAct));
  const blocking = { kind: 'failure', taskId, projectId: null, runId: null } as const;
  const reason = 'It failed.\nWith more to read.';
  unwrap(await it.inbox.commands.blockForPerson({ ...blocking, reason }, testAct));
  const [item] = unwrap(await it.inbox.queries.listItems()).items;
  expect(item).toMatchObject({ title: 'It failed.', text: 'With more to read.', taskTitle: 'A task' });
  unwrap(await tasks.commands.close({ task: taskId, holder: { name: 'tess', kind: 'person' } }, testAct));
  expect(await it.inbox.queries.countOpen()).toBe(0);
  const late = await it.inbox.commands.answerItem({ item: item?.id ?? '', via: 'cli' }, testAct);
  expect(late).toMatchObject({ ok: false, error: { kind: 'inbox.ended', state: 'over' } });
});

test('a first line that only leads to the next is told with it', async () => {
  using it = open();
  const tasks = createTasksModule({ storage: it.storage });
  const { id: taskId } = unwrap(await tasks.commands.create({ title: 'A task' }, testAct));
  const blocking = { kind: 'failure', taskId, projectId: null, runId: null } as const;
  const reason = 'It ended with code 3:\n  no such file\nat line 4';
  unwrap(await it.inbox.commands.blockForPerson({ ...blocking, reason }, testAct));
  const [item] = unwrap(await it.inbox.queries.listItems()).items;
  expect(item).toMatchObject({ title: 'It ended with code 3: no such file', text: 'at line 4' });
});

test('a program that failed is told by its last line', async () => {
  using it = open();
  const tasks = createTasksModule({ storage: it.storage });
  const { id: taskId } = unwrap(await tasks.commands.create({ title: 'A task' }, testAct));
  const blocking = { kind: 'failure', taskId, projectId: null, runId: null } as const;
  const reason = 'The script ended with exit code 3:\nbuilding\nno such file';
  unwrap(await it.inbox.commands.blockForPerson({ ...blocking, reason }, testAct));
  const [item] = unwrap(await it.inbox.queries.listItems()).items;
  expect(item).toMatchObject({ title: 'The script ended with exit code 3: no such file', text: 'building' });
});

test('a dismissal can be taken back, once, and only while what it is about still waits', async () => {
  using it = open();
  const raise = () => it.inbox.commands.raiseItem(it.question, testAct);
  const [id, wanted] = [await raise(), { via: 'dashboard' } as const];
  const { dismissItem, restoreItem, settleSubject } = it.inbox.commands;
  expect(await restoreItem({ item: id, ...wanted }, testAct)).toMatchObject({
    error: { kind: 'inbox.not-dismissed', state: 'open' },
  });
  unwrap(await dismissItem({ item: id, ...wanted }, testAct));
  unwrap(await restoreItem({ item: id, ...wanted }, testAct));
  expect(unwrap(await it.inbox.queries.findItem(id))).toMatchObject({
    ...{ state: 'open', answeredBy: null, answeredVia: null, endedAt: null },
  });
  unwrap(await dismissItem({ item: id, ...wanted }, testAct));
  const anew = await raise();
  expect(await restoreItem({ item: id, ...wanted }, testAct)).toMatchObject({
    error: { kind: 'inbox.asked-anew', anew },
  });
  unwrap(await dismissItem({ item: anew, ...wanted }, testAct));
  await it.inbox.commands.markDelivered(anew);
  expect(await restoreItem({ item: anew, ...wanted }, testAct)).toMatchObject({ error: { kind: 'inbox.went-on' } });
  await settleSubject('ask:1', testAct);
  expect(await restoreItem({ item: id, ...wanted }, testAct)).toMatchObject({
    error: { kind: 'inbox.not-dismissed', state: 'over' },
  });
  expect(await it.inbox.queries.countOpen()).toBe(0);
});

test('a question that was dismissed while its agent waited is not brought back: it has gone on', async () => {
  using it = open();
  const { raiseItem, dismissItem, restoreItem, markDelivered, endDismissedAsks } = it.inbox.commands;
  let [wake, raised] = [() => {}, (_id: string) => {}];
  const item = new Promise<string>((resolve) => {
    raised = resolve;
  });
  const asking = {
    raise: async (wanted: NewItem) => {
      const id = await raiseItem(wanted, testAct);
      raised(id);
      return ok(id);
    },
    find: async (id: string) => unwrap(await it.inbox.queries.findItem(id)),
    onCommit: (ring: () => void) => {
      wake = ring;
      return () => {};
    },
    delivered: markDelivered,
  };
  const asked = askPerson(asking, it.question, { waitMs: 60_000, gone: new AbortController().signal });
  unwrap(await dismissItem({ item: await item, via: 'cli' }, testAct));
  wake();
  expect(await asked).toMatchObject({ how: 'ended', item: { state: 'dismissed' } });
  expect(await restoreItem({ item: await item, via: 'cli' }, testAct)).toMatchObject({
    error: { kind: 'inbox.went-on' },
  });

  const late = await raiseItem({ ...it.question, subject: 'ask:2', runId: 'rn_1' }, testAct);
  unwrap(await dismissItem({ item: late, via: 'cli' }, testAct));
  await endDismissedAsks('rn_1');
  expect(await restoreItem({ item: late, via: 'cli' }, testAct)).toMatchObject({
    error: { kind: 'inbox.not-dismissed', state: 'over' },
  });
});

test('an agent neither answers nor puts aside', async () => {
  using it = open();
  const id = await it.inbox.commands.raiseItem(it.question, testAct);
  const act = { actor: { kind: 'run', id: 'rn_1', name: 'rn_1' }, runId: 'rn_1' } as const;
  const refused = { ok: false, error: { kind: 'inbox.people-only' } };
  expect(await it.inbox.commands.answerItem({ item: id, text: 'x', via: 'mcp' }, act)).toEqual(refused);
  expect(await it.inbox.commands.dismissItem({ item: id, via: 'mcp' }, act)).toEqual(refused);
  expect(await it.inbox.queries.countOpen()).toBe(1);
});

test.each([
  [choicesFor.question, { choice: 'Port 80' }, 'Answer in your own words: cw inbox answer in_1 --text "Port 80".'],
  [choicesFor.permission, { choice: 'yes' }, 'Give one of these answers: cw inbox answer in_1 allow.'],
  [choicesFor.question, {}, 'Answer in your own words: cw inbox answer in_1 --text <text>.'],
])('who names no answer is told one that works', (choices, wanted, hint) => {
  const answer = checkAnswer({ id: 'in_1', choices }, wanted);
  expect(answer.ok ? '' : adviceInTerminal(toRefusal(inboxRefusals, answer.error))).toBe(hint);
});

test.each([
  [choicesFor.question, { text: 'words' }, { choice: 'reply', text: 'words' }],
  [choicesFor.question, { choice: 'reply' }, 'inbox.text-missing'],
  [choicesFor.question, { choice: 'reply', text: ' ' }, 'inbox.text-missing'],
  [choicesFor.permission, { choice: 'allow' }, { choice: 'allow', text: null }],
  [choicesFor.permission, { choice: 'allow', text: 'but' }, 'inbox.text-unwanted'],
  [choicesFor.permission, { choice: 'deny', text: 'no' }, { choice: 'deny', text: 'no' }],
  [choicesFor.permission, { choice: 'perhaps' }, 'inbox.no-choice'],
  [choicesFor.permission, {}, 'inbox.no-choice'],
  [choicesFor.question, { text: 'x'.repeat(1_000_000) }, 'inbox.text-too-long'],
])('an answer is one of the choices, with words where they belong', (choices, wanted, expected) => {
  const answer = checkAnswer({ id: 'in_1', choices }, wanted);
  expect(answer.ok ? answer.value : answer.error.kind).toEqual(expected);
});
