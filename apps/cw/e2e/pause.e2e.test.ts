import { tempRepo, waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { addProject, committing, createTask } from './harness/project.ts';
import { openWorkspace } from './harness/workspace.ts';

test('what is paused stays so when the server is killed, when another takes over, and after a restart', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
  await addProject(cw, repo);
  const task = await createTask(cw, 'Waits', { script: committing('b.txt') });
  const took = (times: number) =>
    waitFor(async () => (await cw.events()).filter(({ type }) => type === 'dispatch.started').length === times, {
      what: `dispatcher ${times} to begin`,
    });
  const notStarted = async () => (await cw.ask<{ notStarted: readonly object[] }>('task', 'show', task.id)).notStarted;

  expect(await cw.ask('pause', '--reason', 'release')).toMatchObject({ projectId: null, running: 0 });
  expect(await cw.ask('pause', '--project', 'sample')).toMatchObject({ projectName: 'sample' });
  await using first = await cw.serve();
  await took(1);
  await using second = await cw.serve();
  const { stderr } = await cw.runQuick(['assign', task.id]);
  expect(stderr).toContain(
    `${task.id} is not started yet: ada paused the workspace (release). Resume starting agents: cw resume.`,
  );
  await first.kill();
  await took(2);
  await second.stop();
  await using third = await cw.serve();
  await took(3);
  expect(await notStarted()).toMatchObject([
    { why: 'paused', projectId: null, reason: 'release' },
    { why: 'paused', projectId: expect.stringMatching(/^pr_/) },
  ]);
  expect(await cw.runsOf(task.id)).toEqual([]);
  const health = (await cw.runQuick(['health'])).stdout;
  expect(health).toMatch(/ Resume starting agents: cw resume\.$/m);
  expect(health.match(/Resume starting agents/g)).toHaveLength(2);

  expect(await cw.ask('resume')).toMatchObject({ pauses: [{ projectName: 'sample' }] });
  expect(await notStarted()).toMatchObject([{ why: 'paused' }]);
  expect(await cw.ask('resume', '--project', 'sample')).toMatchObject({ pauses: [] });
  await cw.until(task.id, ({ status }) => status === 'closed');
  expect(await cw.runsOf(task.id)).toHaveLength(1);
  await third.stop();
});
