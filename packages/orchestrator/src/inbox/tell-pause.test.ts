import { type Act, systemAct } from '@cw/kernel';
import { listItems } from '@cw/messages';
import { openTestStorage, testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { pauseStore } from '../adapters/pause-store.ts';
import { putPause, takePause } from '../commands/pause-dispatch.ts';
import { answerPause } from './answers/pause-answers.ts';
import { removalReaction } from './end-pause.ts';

const act: Act = systemAct('orchestrator');
const reason = { code: 'dispatch.mass-failure', runs: 5, tasks: 3, minutes: 10 } as const;

test('a pause for failures is put before people once, until agents are started again or a person pauses', async () => {
  using storage = openTestStorage();
  const change = <T>(work: (store: ReturnType<typeof pauseStore>) => Promise<T>) =>
    storage.transact((tx) => work(pauseStore(tx)));
  const fail = () => change((store) => putPause(store, { scope: '', cause: 'failures', reason }, act));
  const items = async () => {
    const found = await listItems(storage.read, {});
    return found.ok ? found.value.items.map(({ kind, subject, choices }) => [kind, subject, choices[0]?.name]) : found;
  };
  const told = [['pause', 'pause:workspace', 'resume']];
  await fail();
  await fail();
  expect(await items()).toEqual(told);
  await change((store) => takePause(store, '', act));
  expect(await items()).toEqual([]);
  await fail();
  await change((store) => putPause(store, { scope: '', cause: 'person', reason: 'lunch' }, testAct));
  expect(await items()).toEqual([]);
  expect(await change((store) => store.find(''))).toMatchObject({
    cause: 'person',
    reason: 'lunch',
    pausedBy: testAct.actor.name,
  });
  await change((store) => takePause(store, '', act));
  await fail();
  expect(await items()).toEqual(told);
  const answered = { item: {} as never, id: 'workspace', choice: 'resume', text: '', details: {} };
  await storage.transact((tx) =>
    answerPause({ tx, merge: undefined, history: undefined, target: 'cw/next' }, answered, act),
  );
  expect(await items()).toEqual([]);
  expect(await change((store) => store.find(''))).toBeUndefined();
});

test('a person who pauses without a reason does not take over that of the failures, and a removed project is paused no more', async () => {
  using storage = openTestStorage({ reactions: async () => [removalReaction] });
  const change = <T>(work: (store: ReturnType<typeof pauseStore>) => Promise<T>) =>
    storage.transact((tx) => work(pauseStore(tx)));
  await change((store) => putPause(store, { scope: 'pr_a', cause: 'failures', reason }, act));
  await change((store) => putPause(store, { scope: 'pr_a', cause: 'person', reason: null }, testAct));
  expect(await change((store) => store.find('pr_a'))).toMatchObject({ cause: 'person', reason: null });
  await change((store) => putPause(store, { scope: 'pr_b', cause: 'failures', reason }, act));
  await storage.transact((tx) => removalReaction.react(tx, ['pr_b']));
  expect(await change((store) => store.find('pr_b'))).toBeUndefined();
  const open = await listItems(storage.read, {});
  expect(open.ok && open.value.items).toEqual([]);
});
