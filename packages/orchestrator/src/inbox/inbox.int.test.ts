import { unwrap } from '@cw/kernel';
import { choicesFor, createMessagesModule, type ItemKind, messagesWithin } from '@cw/messages';
import { testAct } from '@cw/storage/testing';
import { testHolder } from '@cw/tasks/testing';
import { tempRepo, waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { startRetrying } from '../retry/testing.ts';

async function start(turns: readonly string[]) {
  const space = await startRetrying(turns);
  const inbox = createMessagesModule(space);
  const open = async () => unwrap(await inbox.queries.listItems()).items;
  return {
    ...space,
    inbox,
    open,
    item: (kind: ItemKind) => waitFor(async () => (await open()).find((item) => item.kind === kind), { what: kind }),
    answer: (item: string, choice: string | undefined, text?: string) =>
      space.controls.answer({ item, choice, text, via: 'cli' }, testAct),
  };
}

const asks = `say 1; answers '{"status":"needs-input","summary":"s","question":"Red or blue?"}'`;

test('the question of a run waits in the inbox, and its answer goes to the same conversation, once', async () => {
  await using space = await start([asks, 'say 1; done_']);
  const task = await space.begin('Asks');
  const item = await space.item('question');
  expect(item).toMatchObject({ title: 'Red or blue?', taskId: task.id, subject: `task:${task.id}` });
  expect(await space.answer(item.id, undefined)).toMatchObject({ ok: false, error: { kind: 'inbox.no-choice' } });
  const doors = await Promise.all([space.answer(item.id, undefined, 'Blue.'), space.answer(item.id, 'reply', 'Red.')]);
  expect(doors.map(({ ok }) => ok).sort()).toEqual([false, true]);
  const taken = doors.find((door) => door.ok);
  expect(taken).toMatchObject({ value: { effect: { kind: 'retried', mode: 'resume' }, item: { state: 'answered' } } });
  expect(doors.find((door) => !door.ok)).toMatchObject({ error: { kind: 'inbox.ended', state: 'answered' } });
  await space.until(task, 'closed');
  expect(space.given(2).prompt).toContain(taken?.ok ? taken.value.item.answer?.text : '?');
  expect(space.given(2).args.join(' ')).toContain('--resume=');
  expect(await space.open()).toEqual([]);
});

test('the answer to a task that was moved to another project goes to a new conversation there, with the question', async () => {
  await using space = await start([asks, 'say 1; done_']);
  await using repo = await tempRepo({ files: { 'z.txt': 'z' } });
  const other = unwrap(
    await space.projects.commands.add({ source: repo.path, name: 'other', checks: ['true'] }, testAct),
  );
  const task = await space.begin('Asks');
  const item = await space.item('question');
  unwrap(await space.tasks.commands.update({ task: task.id, project: other.id, holder: testHolder }, testAct));
  const { effect } = unwrap(await space.answer(item.id, 'reply', 'Blue.'));
  expect(effect).toMatchObject({ kind: 'retried', mode: 'fresh', why: 'other-project' });
  await space.until(task, 'closed');
  expect(space.given(2).prompt).toContain('Asked before: Red or blue?\\nThe answer: Blue.');
  expect(space.given(2).args.join(' ')).not.toContain('--resume=');
  expect((await space.runs(task)).map(({ projectId }) => projectId)).toEqual([space.project.id, other.id]);
});

test('a task that rests and is moved to another project begins afresh there', async () => {
  await using space = await start(['say 1; fails 529', 'say 1; done_']);
  await using repo = await tempRepo({ files: { 'z.txt': 'z' } });
  const other = unwrap(
    await space.projects.commands.add({ source: repo.path, name: 'other', checks: ['true'] }, testAct),
  );
  await space.set('orchestrator.busyDelay', '3600');
  await space.set('orchestrator.retryDelayMost', '3600');
  const task = await space.begin('Rests');
  await waitFor(async () => (await space.runs(task))[0]?.endedAt !== null && space.starts() === 1);
  unwrap(await space.tasks.commands.update({ task: task.id, project: other.id, holder: testHolder }, testAct));
  await space.set('orchestrator.busyDelay', '0.01');
  unwrap(await space.controls.retry({ run: task.id }, testAct));
  await space.until(task, 'closed');
  expect(space.given(2).args.join(' ')).not.toContain('--resume=');
});

test('a failure is tried afresh, or given up; what its task makes impossible answers nothing', async () => {
  await using space = await start(['say 1; exit 3', 'exit 3']);
  await space.set('orchestrator.maxAttempts', '1');
  const task = await space.begin('Fails');
  const first = await space.item('failure');
  expect(first.details).toMatchObject({ outcome: 'failed', failure: 'program' });
  expect(unwrap(await space.answer(first.id, 'fresh', 'Once more.')).effect).toMatchObject({ mode: 'fresh' });
  await waitFor(() => space.starts() === 2);
  const second = await waitFor(async () => (await space.open()).find(({ id }) => id !== first.id));
  unwrap(await space.answer(second.id, 'cancel', 'Not worth it.'));
  expect(await space.tasks.queries.get(task.id)).toMatchObject({ outcome: 'cancelled', closeReason: 'Not worth it.' });
  expect(await space.answer(second.id, 'retry')).toMatchObject({ ok: false, error: { kind: 'inbox.ended' } });
});

test('new commits whose task somebody has begun or given up can still be handed to an agent', async () => {
  await using space = await start(['say 1; done_']);
  const { commands, queries } = space.tasks;
  const { id } = unwrap(
    await commands.create({ title: 'Bring main into cw/next', project: space.project.id }, testAct),
  );
  const conflict = async () => {
    const about = { cause: 'new-commits', of: space.project.id, projectId: space.project.id } as const;
    const cause = { ...about, title: 'They conflict', details: { fixedBy: id } };
    await space.storage.transact((tx) => messagesWithin(tx).raiseCause(cause, testAct));
    return space.item('conflict');
  };
  unwrap(await commands.claim({ task: id, holder: testHolder }, testAct));
  const assigned = { kind: 'assigned', taskId: id };
  expect(unwrap(await space.answer((await conflict()).id, 'assign')).effect).toEqual(assigned);
  expect(await queries.get(id)).toMatchObject({ status: 'in_progress' });
  unwrap(await commands.end({ taskId: id, outcome: 'cancelled', reason: 'Not now.' }, testAct));
  expect(unwrap(await space.answer((await conflict()).id, 'assign')).effect).toEqual(assigned);
  await waitFor(async () => (await queries.get(id))?.outcome === 'done');
});

test('a refused sign-in is told once and over when the account is tried', async () => {
  await using space = await start(['say 1; fails 401', 'say 1; done_']);
  const task = await space.begin('Signed out');
  const item = await space.item('login');
  expect(item).toMatchObject({ subject: 'account:claude:', details: { cause: 'login' } });
  expect(await space.controls.rests()).toEqual([
    { provider: 'claude', accountId: '', cause: 'login', model: null, until: null },
  ]);
  unwrap(await space.answer(item.id, 'retry'));
  await space.until(task, 'closed');
  expect(await space.open()).toEqual([]);
});

test('a limit is over by itself at its end; answered, its account is tried before', async () => {
  const limited = (seconds: number) =>
    `say 1; echo '{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":'$(($(date +%s) + ${seconds}))',"rateLimitType":"five_hour"}}'; fails 429`;
  await using space = await start([limited(3_600), limited(2), 'say 1; done_']);
  const task = await space.begin('Limited');
  const long = await space.item('limit');
  expect(long.expiresAt).not.toBeNull();
  expect(await space.controls.rests()).toMatchObject([{ cause: 'limit', until: expect.stringMatching(/Z$/) }]);
  unwrap(await space.answer(long.id, 'retry'));
  const short = await waitFor(async () => (await space.open()).find(({ id }) => id !== long.id));
  await space.until(task, 'closed');
  await waitFor(async () => unwrap(await space.inbox.queries.findItem(short.id)).state === 'over');
});

test('a gate that is closed asks for approval, which counts through whichever door it comes', async () => {
  await using space = await start([]);
  const gate = async (title: string) => {
    const task = unwrap(await space.tasks.commands.create({ title, gate: true, project: space.project.id }, testAct));
    unwrap(await space.tasks.commands.close({ task: task.id, holder: { name: 'tess', kind: 'person' } }, testAct));
    return { task, item: await waitFor(async () => (await space.open()).find(({ taskId }) => taskId === task.id)) };
  };
  const first = await gate('First');
  const byAgent = { item: first.item.id, choice: 'approve', via: 'mcp' } as const;
  expect(await space.controls.answer(byAgent, testAct)).toMatchObject({ error: { kind: 'inbox.person-decides' } });
  unwrap(await space.tasks.commands.approveGate({ task: first.task.id }, testAct));
  expect(unwrap(await space.inbox.queries.findItem(first.item.id)).state).toBe('over');
  const second = await gate('Second');
  expect(second.item.kind).toBe('approval');
  unwrap(await space.answer(second.item.id, 'approve'));
  expect((await space.tasks.queries.get(second.task.id))?.gateApprovedBy).not.toBeNull();
  const third = await gate('Third');
  unwrap(await space.answer(third.item.id, 'reject', 'The table is missing.'));
  expect((await space.tasks.queries.get(third.task.id))?.status).toBe('open');
  expect((await space.tasks.queries.comments(third.task.id)).items.map(({ text }) => text)).toEqual([
    'The table is missing.',
  ]);
  expect(await space.open()).toEqual([]);
});

test('a plan is approved as it was read, and asked for anew when it changes', async () => {
  await using space = await start([]);
  const wanted = { title: 'Planned', requiresPlan: true, project: space.project.id };
  const task = unwrap(await space.tasks.commands.create(wanted, testAct));
  const plan = (goal: string) => space.tasks.commands.setPlan({ task: task.id, goal, approach: 'By hand.' }, testAct);
  unwrap(await plan('Small'));
  const first = await space.item('approval');
  unwrap(await plan('Large'));
  const second = await waitFor(async () => (await space.open()).find(({ id }) => id !== first.id));
  expect(await space.answer(first.id, 'approve')).toMatchObject({ ok: false, error: { kind: 'inbox.ended' } });
  unwrap(await space.answer(second.id, 'approve'));
  expect((await space.tasks.queries.plan(task.id))?.approvedAt).not.toBeNull();
});

test('a permission that nobody answers in time is denied; one that is always given becomes a rule', async () => {
  await using space = await start([]);
  const raise = (subject: `ask:${string}`, expiresIn?: number) => {
    const about = { kind: 'permission', subject, projectId: space.project.id, taskId: null, runId: null } as const;
    const details = { rule: { tool: 'Bash', pattern: 'git push' } };
    const item = { ...about, title: 'Run: git push', choices: choicesFor.permission, details, expiresIn };
    return space.storage.transact((tx) => messagesWithin(tx).raiseItem({ ...item }, testAct));
  };
  const late = await raise('ask:1', 20);
  const ended = await waitFor(async () => {
    const item = unwrap(await space.inbox.queries.findItem(late));
    return item.state === 'open' ? undefined : item;
  });
  expect(ended).toMatchObject({ answer: { choice: 'deny' }, answeredVia: 'timeout' });
  const once = await raise('ask:2');
  expect(unwrap(await space.answer(once, 'allow')).effect).toEqual({ kind: 'taken-up' });
  const always = await raise('ask:3');
  const { effect } = unwrap(await space.answer(always, 'always'));
  expect(effect).toMatchObject({ kind: 'always-allowed', tool: 'Bash', pattern: 'git push' });
});
