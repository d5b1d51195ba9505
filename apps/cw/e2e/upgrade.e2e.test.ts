import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaVersion } from '@cw/storage';
import { processesCarrying, tempRepo, waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { addProject, assign, createTask } from './harness/project.ts';
import { openWorkspace } from './harness/workspace.ts';

test('a server stops by itself once a newer program has brought the database on, and its agents go on', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
  await addProject(cw, repo);
  const script = 'while [ ! -e "$HOME/go" ]; do echo at work; sleep 0.2; done';
  const task = await createTask(cw, 'Goes on', { script });
  const server = await cw.serve();
  await assign(cw, task);
  const run = await cw.runAtWork(task.id);

  await cw.storage().transact((tx) => tx.run(`PRAGMA user_version = ${schemaVersion + 1}`));
  const ended = await server.exited;
  expect(ended).toMatchObject({ code: 1, signal: null });
  expect(ended.stderr).toMatch(/newer version of cw.*storage\.newer/);
  expect(ended.stderr.split('\n').length).toBeLessThan(20);
  const agents = await processesCarrying(`CW_RUN=${run?.id}`);
  expect(agents.map(({ pid }) => pid)).toContain(run?.pid);
  writeFileSync(join(cw.userHome, 'go'), '');
  await waitFor(async () => (await processesCarrying(`CW_RUN=${run?.id}`)).length === 0, { what: 'the agent to end' });
});
