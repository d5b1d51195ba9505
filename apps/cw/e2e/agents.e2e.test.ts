import { tempRepo } from '@cw/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addProject, assign, createTask, isSettled, openWorkspace, type Workspace } from './harness/index.ts';

type Agent = { readonly name: string; readonly state: string; readonly task: { readonly id: string } | null };
type Health = {
  readonly well: boolean;
  readonly server: { readonly state: string };
  readonly agents: Readonly<Record<string, number>>;
  readonly concerns: readonly { readonly level: string; readonly about: string }[];
  readonly recoveries: readonly { readonly type: string; readonly taskId: string | null; readonly message: string }[];
};

let cw: Workspace;
let repo: Awaited<ReturnType<typeof tempRepo>>;
beforeAll(async () => {
  [cw, repo] = await Promise.all([openWorkspace(), tempRepo({ files: { 'a.txt': 'a\n' } })]);
  await addProject(cw, repo);
});
afterAll(async () => {
  await cw[Symbol.asyncDispose]();
  await repo.remove();
});

const agents = async () => (await cw.ask<{ items: readonly Agent[] }>('agent', 'list')).items;
const stateOf = async (name: string) => (await agents()).find((agent) => agent.name === name)?.state;
const as = (name: string) => ({ env: { ...cw.env, CW_HOME: cw.home, CW_SESSION: name } });

describe('an agent from outside', () => {
  test('claims as itself what it is capable of, and is seen at work', async () => {
    await cw.ask('agent', 'register', 'nightly', '--provider', 'codex', '--capability', 'browser');
    const plain = await createTask(cw, 'Needs nothing');
    const screen = await cw.ask<{ id: string }>('task', 'create', 'Needs a screen', '--requires', 'screen');
    const refused = await cw.refusal(['task', 'claim', screen.id], as('nightly'));
    expect(refused.error).toMatchObject({ code: 'task.not-ready' });
    expect(refused.error.message).toContain('it requires screen, which session:nightly is not registered for');

    expect((await cw.runQuick(['task', 'claim', plain.id], as('nightly'))).code).toBe(0);
    expect(await agents()).toMatchObject([{ name: 'nightly', state: 'working', task: { id: plain.id } }]);
    expect((await cw.refusal(['agent', 'remove', 'nightly'])).error).toMatchObject({ code: 'agent.at-work' });
    expect((await cw.runQuick(['task', 'close', plain.id], as('nightly'))).code).toBe(0);
    expect(await stateOf('nightly')).toBe('idle');

    await cw.ask('agent', 'register', 'nightly', '--provider', 'codex', '-c', 'browser', '-c', 'screen');
    expect((await cw.runQuick(['task', 'claim', screen.id], as('nightly'))).code).toBe(0);
    await cw.runQuick(['task', 'close', screen.id], as('nightly'));
    await cw.ask('agent', 'remove', 'nightly');
    expect(await agents()).toEqual([]);
  });
});

describe('health', () => {
  test('is told without a server, and after a kill of one tells what the next took up', async () => {
    const idle = await cw.ask<Health>('health');
    expect(idle).toMatchObject({ well: true, server: { state: 'none' } });
    const first = await cw.serve();
    const task = await createTask(cw, 'Outlive the server', { script: 'exec sleep 600' });
    await assign(cw, task);
    await cw.runAtWork(task.id);
    expect(await cw.ask<Health>('health')).toMatchObject({ well: true, server: { state: 'answers' } });
    expect(await agents()).toMatchObject([{ name: 'worker-1', state: 'working', task: { id: task.id } }]);

    await first.kill();
    const dead = await cw.refusal(['health']);
    expect([dead.code, dead.error.code]).toEqual([1, 'health.problems']);
    expect(JSON.parse(dead.ran.stdout).error.details).toMatchObject({
      server: { state: 'none' },
      concerns: [{ about: 'supervisor' }],
    });

    await using _second = await cw.serve();
    await cw.until(task.id, ({ state }) => state === 'in-progress');
    const after = await cw.ask<Health>('health');
    expect(after).toMatchObject({ well: true, agents: { working: 1 } });
    const adopted = { type: 'run.adopted', taskId: task.id, message: 'Its agent was running, and was recovered.' };
    const began = { type: 'dispatch.started', message: expect.stringContaining('after the previous one was killed') };
    expect(after.recoveries).toEqual(
      expect.arrayContaining([expect.objectContaining(adopted), expect.objectContaining(began)]),
    );
    const run = await cw.runAtWork(task.id);
    await cw.ask('run', 'stop', run.id);
    await cw.until(task.id, isSettled);
    expect(await stateOf('worker-1')).toBe('idle');
  });
});
