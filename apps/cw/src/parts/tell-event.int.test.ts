import { anyEvent, openTestStorage, testAct } from '@cw/storage/testing';
import { waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { styleFor } from '../cli/style.ts';
import { tellFromNow } from './tell-event.ts';

test('what happens from now on is said in a line each, and what nobody need hear is not', async () => {
  using storage = openTestStorage();
  const append = (type: string, entity: string, payload: unknown) =>
    storage.transact((tx) => anyEvent.append(tx, { type, entity, payload }, testAct));
  await append('run.started', 'rn_old', { taskId: 'tk_a' });
  const said: string[] = [];
  const stop = new AbortController();
  const titleOf = (id: string) => (id === 'tk_a' ? 'Ring \u001b[31mit' : undefined);
  const projectOf = async (id: string) => (id === 'pr_a' ? 'shop' : undefined);
  const style = styleFor(1, { NO_COLOR: '1' });
  const say = (line: string) => void said.push(line);
  const bus = {
    ...storage.bus,
    head: async () => {
      const head = await storage.bus.head();
      await append('run.progressed', 'rn_a', { taskId: 'tk_a' });
      await append('run.started', 'rn_b', { taskId: 'tk_gone' });
      await append('merge.merged', 'mr_a', { taskId: 'tk_a', targetBranch: 'cw/next' });
      await append('task.blocked', 'tk_a', {});
      await append('dispatch.paused', 'pr_a', { reason: 'release' });
      await append('dispatch.resumed', 'workspace', {});
      return head;
    },
  };
  const telling = tellFromNow({ bus, titleOf, projectOf, say, style, signal: stop.signal });
  await waitFor(() => said.length === 4);
  stop.abort();
  await telling;
  expect(said).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d ✓ tk_a {2}Ring .*it: merged into cw\/next$/),
    expect.stringMatching(/✋ tk_a .*waits for you$/),
    expect.stringMatching(/ paused the project shop: release$/),
    expect.stringMatching(/ resumed everything$/),
  ]);
  expect(said.join('')).not.toContain('\u001b');
});
