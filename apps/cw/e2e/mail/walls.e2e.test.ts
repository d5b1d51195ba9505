import { afterAll, beforeAll, expect, test } from 'vitest';
import { assign, createTask } from '../harness/project.ts';
import { expectKept, openSandboxBench, type SandboxBench } from '../sandbox/sandbox-bench.ts';
import { endAll, idIn, marked, namesOf, startWriting } from './writing-agents.ts';

let bench: SandboxBench;

beforeAll(async () => {
  bench = await openSandboxBench();
  await bench.cw.set('orchestrator.maxConcurrent', '3');
});

afterAll(() => bench.close());

test('what an agent in a sandbox writes is read by one without only when a person has passed it on', async () => {
  const { cw } = bench;
  if (!bench.sandbox.works) {
    const task = await createTask(cw, 'Be kept inside');
    await assign(cw, task);
    return expectKept(bench, task);
  }
  const [inside, outside] = await Promise.all([
    startWriting(bench, 'Be kept inside'),
    startWriting(bench, 'Work without walls', { sandbox: 'off' }),
  ]);
  expect([inside, outside].map(({ run }) => run.sandbox?.on)).toEqual([true, false]);
  const invitation = idIn(await outside.send({ to: inside.run.id, text: 'What is the port?' }));
  expect(await inside.read()).toEqual([marked('What is the port?')]);

  for (const to of namesOf(outside.run)) {
    const answer = await inside.send({ to, text: 'RAW 8080' });
    expect(answer, to).toContain('This run is in a sandbox and');
    expect(answer, to).toContain('Nothing was sent.');
  }
  expect(await inside.send({ replyTo: invitation, text: 'RAW 8080' })).toContain('message.out-of-walls');
  idIn(await inside.send({ to: 'worker', text: 'RAW 8080' }));
  const request = idIn(await inside.send({ to: 'person', replyTo: invitation, text: 'RAW 8080, tell them.' }));
  expect(await outside.read()).toEqual([]);

  expect((await cw.runQuick(['message', 'list', '--unread'])).stdout).toContain('RAW 8080, tell them.');
  expect((await cw.runQuick(['message', 'show', request])).stdout).toContain(`${inside.run.agentName} to `);
  await cw.ask('message', 'send', outside.run.id, 'The port is 8080.', '--reply-to', request);
  expect(await outside.read()).toEqual(['The port is 8080.']);

  const colleague = await startWriting(bench, 'Be kept inside as well');
  expect(await colleague.read()).toEqual([marked('RAW 8080')]);
  for (const { read } of [inside, outside]) expect(await read()).toEqual([]);
  expect(outside.told()).not.toContain('RAW');
  await endAll(cw, [inside, outside, colleague]);
});
