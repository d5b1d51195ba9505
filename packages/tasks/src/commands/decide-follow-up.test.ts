import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { openTestTasks } from '../testing.ts';

const byRun = { actor: { kind: 'run', id: 'rn_1', name: 'worker' }, runId: 'rn_1' } as const;

test('what an agent proposes waits, and becomes a task when a person accepts it', async () => {
  using home = openTestTasks();
  const project = await home.addProject('one');
  const origin = await home.build({ title: 'Origin' });
  const wanted = { taskId: origin.id, title: 'Also do this', description: 'because' };
  const proposal = unwrap(await home.tasks.commands.proposeFollowUp(wanted, byRun));
  expect(proposal).toMatchObject({ taskId: origin.id, runId: 'rn_1', state: 'waiting', acceptedTaskId: null });
  expect(unwrap(await home.tasks.queries.list({})).total).toBe(1);
  expect((await home.tasks.queries.proposals({ state: 'waiting' })).items).toEqual([proposal]);

  const accepted = unwrap(await home.tasks.commands.acceptFollowUp({ followUp: proposal.id.slice(0, 9) }, testAct));
  expect(accepted).toMatchObject({
    title: 'Also do this',
    description: 'because',
    projectId: project,
    dispatch: 'manual',
    dependencies: [{ type: 'discovered-from', id: origin.id }],
    ready: true,
  });
  expect((await home.tasks.queries.proposals({ taskId: origin.id })).items).toMatchObject([
    { state: 'accepted', acceptedTaskId: accepted.id },
  ]);
  expect(await home.tasks.commands.declineFollowUp({ followUp: proposal.id }, testAct)).toMatchObject({
    error: { kind: 'follow-up.decided', state: 'accepted' },
  });
});

test('a declined one stays readable and makes no task', async () => {
  using home = openTestTasks();
  const origin = await home.build();
  const { id } = unwrap(await home.tasks.commands.proposeFollowUp({ taskId: origin.id, title: 'No' }, byRun));
  expect(unwrap(await home.tasks.commands.declineFollowUp({ followUp: id }, testAct)).state).toBe('declined');
  expect((await home.tasks.queries.proposals({ state: 'declined' })).total).toBe(1);
  expect(unwrap(await home.tasks.queries.list({})).total).toBe(1);
});

test('agents do not decide, and an unknown one is named', async () => {
  using home = openTestTasks();
  const origin = await home.build();
  const { id } = unwrap(await home.tasks.commands.proposeFollowUp({ taskId: origin.id, title: 'Mine' }, byRun));
  expect(await home.tasks.commands.acceptFollowUp({ followUp: id }, byRun)).toMatchObject({
    error: { kind: 'task.people-only', action: 'follow-up' },
  });
  expect(await home.tasks.commands.acceptFollowUp({ followUp: 'fu_none' }, testAct)).toMatchObject({
    error: { kind: 'follow-up.not-found', ref: 'fu_none' },
  });
});
