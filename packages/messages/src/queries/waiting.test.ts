import { openTestStorage, testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { mailStore } from '../adapters/mail-store.ts';
import { listAsking } from './find-items.ts';
import { newestInThread } from './find-mail.ts';

test('what stands still until somebody answers is told by task and run', async () => {
  using storage = openTestStorage();
  await storage.transact((tx) =>
    tx.run(
      `INSERT INTO inbox_items (id, kind, subject, task_id, run_id, title, choices, state, created_at)
       VALUES ('ib_1', 'question', 'ask:1', 'tk_1', 'rn_1', 'Which?', '[]', 'open', 0)`,
    ),
  );
  expect(await listAsking(storage.read)).toEqual([{ taskId: 'tk_1', runId: 'rn_1' }]);
});

test('a message is delivered once, and the newest of a thread is told to whom it is for', async () => {
  using storage = openTestStorage();
  await storage.transact((tx) =>
    tx.run(
      `INSERT INTO messages (id, thread_id, sender_kind, sender_id, sender_name, recipient_kind, recipient_id, priority,
         text, created_at)
       VALUES ('ms_1', 'th_1', 'run', 'rn_1', 'otter', 'person', ?, 'normal', 'Hello', 0)`,
      [testAct.actor.id],
    ),
  );
  const deliver = () => storage.transact((tx) => mailStore(tx).markDelivered('ms_1'));
  expect([await deliver(), await deliver()]).toEqual([true, false]);
  expect(await newestInThread(storage.read, 'th_1', testAct.actor.id)).toMatchObject({ id: 'ms_1', text: 'Hello' });
});
