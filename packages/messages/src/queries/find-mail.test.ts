import { openTestStorage, testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { mailStore } from '../adapters/mail-store.ts';
import { newestInThread } from './find-mail.ts';

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
