import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ItemView } from '@cw/messages';
import type { Page, TaskView } from '@cw/tasks';
import {
  gate,
  type ModelRequest,
  pauseUntil,
  result,
  type ScriptedModel,
  type TempRepo,
  tool,
  waitFor,
} from '@cw/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AgentScene, openAgentScene } from './harness/agent-scene.ts';
import { addProject, assign, createTask, useClaude } from './harness/project.ts';
import type { Server } from './harness/server.ts';
import { isSettled, type Workspace } from './harness/workspace.ts';
import { connect } from './mcp/client.ts';

let scene: AgentScene;
let cw: Workspace;
let model: ScriptedModel;
let repo: TempRepo;
let server: Server;

beforeAll(async () => {
  scene = await openAgentScene();
  ({ cw, model, repo } = scene);
  await useClaude(cw, model);
  await addProject(cw, repo, '--check', 'true');
  await cw.set('agents.permissions', 'accept-edits', { project: 'sample' });
  server = await cw.serve();
});

afterAll(() => scene[Symbol.asyncDispose]());

const done = result({ status: 'done', summary: 's' });

/** Has an agent begin with a task, whose model is told of each tool what came of it. */
async function begin(title: string, steps: readonly ReturnType<typeof tool>[], end = done) {
  const heard: string[] = [];
  const offered = new Set<string>();
  const hear = (request: ModelRequest) => {
    heard.push(...request.lastToolResults.map(({ text }) => text));
    for (const name of request.tools) offered.add(name);
  };
  model.when(title, [
    ...steps.map((step) => (request: ModelRequest) => {
      hear(request);
      return step;
    }),
    (request) => {
      hear(request);
      return end;
    },
  ]);
  const task = await createTask(cw, title);
  await assign(cw, task);
  return { task, heard, offered };
}

function open(task: TaskView, kind: ItemView['kind']): Promise<ItemView> {
  return cw.when(async () => (await cw.inbox({ taskId: task.id, kind }))[0], {
    what: `something of kind ${kind} that waits for a person`,
  });
}

const itemsOf = (task: TaskView) => cw.inbox({ taskId: task.id, open: false });

const commit = (file: string) => `echo x > ${file} && git add ${file} && git commit -q -m 'feat: add ${file}'`;

test('what is not allowed is asked with the exact command, and goes on when it is allowed', async () => {
  const { task, offered } = await begin('Allow once', [tool('Bash', { command: commit('once.txt') })]);
  const item = await open(task, 'permission');
  expect(item.title).toBe(`Run: ${commit('once.txt')}`);
  expect(item.text).toContain(`\`\`\`sh\n${commit('once.txt')}\n\`\`\``);
  expect(item.details).toMatchObject({ tool: 'Bash', place: expect.stringContaining(task.id) });
  expect((await cw.runQuick(['inbox', 'show', item.id])).stdout).toContain(`in       ${String(item.details.place)}`);
  await cw.ask('inbox', 'answer', item.id, 'allow');
  expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(await repo.git('show', 'cw/next:once.txt')).toBe('x');
  const [answered] = await itemsOf(task);
  expect(answered).toMatchObject({ state: 'answered', answeredVia: 'cli', deliveredAt: expect.any(String) });
  expect(offered).toContain('mcp__cw__ask');
  expect(offered).not.toContain('mcp__cw__approve');
});

test('what is always allowed is not asked again in any worktree, until the rule is removed', async () => {
  const command = 'node -e 1 && git status';
  const first = await begin('Allow always', [tool('Bash', { command })]);
  await cw.ask('inbox', 'answer', (await open(first.task, 'permission')).id, 'always');
  await cw.until(first.task.id, isSettled);
  const second = await begin('Allowed already', [tool('Bash', { command })]);
  expect(await cw.until(second.task.id, isSettled)).toMatchObject({ status: 'closed' });
  expect(await itemsOf(second.task)).toEqual([]);
  const { items } = await cw.ask<Page<{ id: string; pattern: string }>>('rule', 'list');
  expect(items).toMatchObject([{ tool: 'Bash', pattern: command, projectName: 'sample' }]);
  await cw.ask('rule', 'remove', items[0]?.id ?? '');
  const third = await begin('Asked anew', [tool('Bash', { command })]);
  await cw.ask('inbox', 'answer', (await open(third.task, 'permission')).id, 'allow');
  await cw.until(third.task.id, isSettled);
});

test('a rule for what is in the worktree does not reach through a link out of it', async () => {
  const outside = join(cw.userHome, 'outside');
  await mkdir(outside);
  await symlink(outside, join(repo.path, 'out'));
  await repo.git('add', 'out');
  await repo.git('commit', '-q', '-m', 'feat: add a link');
  await cw.ask('rule', 'add', 'Write', '*', '--project', 'sample');
  const { task } = await begin('Write through a link', [tool('Write', { file_path: 'out/x.txt', content: 'x' })]);
  const item = await open(task, 'permission');
  expect(item.title).toBe(`Write ${outside}/x.txt`);
  expect((await cw.runQuick(['inbox', 'show', item.id])).stdout).toContain(`always   Write: ${outside}/x.txt`);
  await cw.ask('inbox', 'answer', item.id, 'deny');
  await cw.until(task.id, isSettled);
  expect(await readdir(outside)).toEqual([]);
});

test('what is denied is denied with the words of the person, and its task is done only by their word', async () => {
  const { task, heard } = await begin('Deny it', [tool('Bash', { command: 'npm publish' }), done]);
  const item = await open(task, 'permission');
  await cw.ask('inbox', 'answer', item.id, 'deny', '--text', 'We publish on Mondays.');
  expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'blocked' });
  expect(heard.join('\n')).toContain('We publish on Mondays.');
  const [run] = await cw.runsOf(task.id);
  expect(run?.denials.join('\n')).toContain('npm publish');
  expect(run).toMatchObject({ outcome: 'needs-input', deviations: ['It was not allowed: Bash npm publish'] });
  const question = await open(task, 'question');
  expect(question.title).toBe('It was not allowed: Bash npm publish. Is it done without it?');
  await cw.ask('inbox', 'answer', question.id, '--text', 'It is.');
  expect(await cw.until(task.id, ({ status }) => status === 'closed')).toMatchObject({ outcome: 'done' });
});

test('what nobody answers is denied in time, and says so', async () => {
  await cw.set('inbox.permissionTimeout', '1');
  const write = tool('Write', { file_path: 'kept.txt', content: 'x' });
  const { task, heard } = await begin('Nobody there', [write, tool('Bash', { command: 'npm publish' })]);
  expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'blocked' });
  await cw.ask('config', 'unset', 'inbox.permissionTimeout');
  expect(heard.join('\n')).toContain('nobody answered in time');
  expect(await itemsOf(task)).toMatchObject([
    { kind: 'permission', state: 'answered', answeredVia: 'timeout', answer: { choice: 'deny' } },
  ]);
  const question = await open(task, 'question');
  expect(question.title).toContain('npm publish');
  await using mcp = await connect(cw, ['--as-user']);
  expect(await mcp.call('inbox_answer', { id: question.id, choice: 'accept' })).toMatchObject({ isError: true });
  await cw.ask('inbox', 'answer', question.id, 'accept');
  expect(await cw.until(task.id, ({ status }) => status === 'closed')).toMatchObject({ outcome: 'done' });
  expect(await repo.git('show', 'cw/next:kept.txt')).toBe('x');
  expect(await cw.runsOf(task.id)).toHaveLength(1);
});

test.each([
  ['its own tool', tool('mcp__cw__ask', { question: 'Which port?', options: ['80', '8080'] })],
  [
    'the program’s tool',
    tool('AskUserQuestion', {
      questions: [
        {
          question: 'Which port?',
          header: 'Port',
          multiSelect: false,
          options: [
            { label: '80', description: 'usual' },
            { label: '8080', description: 'free' },
          ],
        },
      ],
    }),
  ],
])('a question through %s is answered while the agent waits, across a restart of the server', async (by, question) => {
  const { task, heard } = await begin(`Ask through ${by}`, [question]);
  const item = await open(task, 'question');
  expect(item).toMatchObject({ title: 'Which port?', text: expect.stringContaining('- 8080') });
  await server.stop();
  server = await cw.serve();
  await cw.ask('inbox', 'answer', item.id, '--text', '8080');
  expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(heard.join('\n')).toContain('8080');
  expect(await cw.runsOf(task.id)).toHaveLength(1);
  expect(await itemsOf(task)).toMatchObject([{ state: 'answered', deliveredAt: expect.any(String) }]);
});

test('where all is asked, a change is shown as it would be made', async () => {
  await cw.set('agents.permissions', 'ask', { project: 'sample' });
  const { task } = await begin('Ask for an edit', [
    tool('Read', { file_path: 'a.txt' }),
    tool('Edit', { file_path: 'a.txt', old_string: 'a', new_string: 'b' }),
    tool('Bash', { command: 'git commit -qam "feat: b"' }),
  ]);
  const edit = await open(task, 'permission');
  expect(edit.title).toBe('Change a.txt');
  expect(edit.text).toContain('-a\n+b\n');
  await cw.ask('inbox', 'answer', edit.id, 'allow');
  await cw.when(async () => (await open(task, 'permission')).id !== edit.id);
  await cw.ask('inbox', 'answer', (await open(task, 'permission')).id, 'allow');
  expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(await repo.git('show', 'cw/next:a.txt')).toBe('b');
  await cw.set('agents.permissions', 'accept-edits', { project: 'sample' });
});

test('many questions at once, one of them very long, one with a secret, are each answered', async () => {
  const long = `Long? ${'x'.repeat(4_000)}`;
  const secret = `ghp_${'a1'.repeat(18)}`;
  const asks = [long, `Is this one ${secret}?`, ...Array.from({ length: 18 }, (_, index) => `Question ${index}?`)];
  const heard: string[] = [];
  model.when('Ask much', [
    asks.map((question) => tool('mcp__cw__ask', { question })),
    (request) => {
      heard.push(...request.lastToolResults.map(({ text }) => text));
      return done;
    },
  ]);
  const task = await createTask(cw, 'Ask much');
  await assign(cw, task);
  const answered = new Set<string>();
  await waitFor(
    async () => {
      const items = await cw.inbox({ taskId: task.id });
      expect(JSON.stringify(items)).not.toContain(secret);
      for (const { id, title } of items) {
        await cw.ask('inbox', 'answer', id, '--text', `About ${title.slice(0, 12)}`);
        answered.add(id);
      }
      return answered.size === asks.length;
    },
    { timeout: 90_000, interval: 50, what: 'all questions' },
  );
  await cw.until(task.id, isSettled);
  expect(heard).toHaveLength(asks.length);
  expect(heard.every((text, index) => text.includes(`About ${asks[index]?.slice(0, 12)}`))).toBe(true);
});

describe('an agent that is not answered for a while', () => {
  const question = tool('mcp__cw__ask', { question: 'Which port?', options: ['80', '8080'] });
  const parked = result({ status: 'needs-input', summary: 's', question: 'I need the port.' });

  beforeAll(() => cw.set('inbox.askWait', '0'));
  afterAll(() => cw.ask('config', 'unset', 'inbox.askWait'));

  /** What its model is told of the question, and then in the conversation that goes on. */
  async function park(title: string, ...between: ReturnType<typeof pauseUntil>[]) {
    const heard: string[] = [];
    model.when(title, [
      question,
      ...between,
      (request) => {
        heard.push(...request.lastToolResults.map(({ text }) => text));
        return parked;
      },
      (request) => {
        heard.push(request.lastText);
        return done;
      },
    ]);
    const task = await createTask(cw, title);
    await assign(cw, task);
    return { task, heard };
  }

  /** Its tool has said that nobody has answered: an answer before that would be the tool's. */
  const hasGivenUpWaiting = (title: string) =>
    model.waitForRequest(
      ({ prompt, lastToolResults }) =>
        prompt.includes(title) && lastToolResults.some(({ text }) => text.includes('Nobody has answered yet')),
    );

  async function expectResumed(task: TaskView, heard: readonly string[]) {
    expect(await cw.until(task.id, ({ status }) => status === 'closed')).toMatchObject({ outcome: 'done' });
    expect(heard[0]).toContain('Nobody has answered yet');
    expect(heard[1]).toContain('8080');
    const sessions = (await cw.runsOf(task.id)).map(({ sessionId }) => sessionId);
    expect(sessions).toHaveLength(2);
    expect(new Set(sessions).size).toBe(1);
  }

  test('frees its place, and goes on in the same conversation when it is, across a restart of the server', async () => {
    const { task, heard } = await park('Park it');
    expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'blocked', lease: null });
    const items = await cw.inbox({ taskId: task.id });
    expect(items).toMatchObject([{ kind: 'question', title: 'Which port?', text: expect.stringContaining('- 8080') }]);
    await server.stop();
    server = await cw.serve();
    await cw.ask('inbox', 'answer', items[0]?.id ?? '', '--text', '8080');
    await expectResumed(task, heard);
  });

  test('goes on with an answer that came before it had ended', async () => {
    const late = gate();
    const { task, heard } = await park('Park it late', pauseUntil(late.opened));
    await hasGivenUpWaiting('Park it late');
    await cw.ask('inbox', 'answer', (await open(task, 'question')).id, '--text', '8080');
    late.open();
    await expectResumed(task, heard);
  });

  test('that did without has an answer that came too late put on its task', async () => {
    const late = gate();
    model.when('Do without', [question, pauseUntil(late.opened), done]);
    const task = await createTask(cw, 'Do without');
    await assign(cw, task);
    await hasGivenUpWaiting('Do without');
    await cw.ask('inbox', 'answer', (await open(task, 'question')).id, '--text', '8080');
    late.open();
    expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
    const { items } = await cw.ask<Page<{ text: string }>>('task', 'comments', task.id);
    expect(items.map(({ text }) => text)).toEqual([expect.stringMatching(/too late[\s\S]*The answer: 8080/)]);
  });
});

test('an answer that was given while the agent was dead and no server ran is told to the next attempt', async () => {
  const asked: string[] = [];
  model.when('Dies asking', (request) => {
    asked.push(request.prompt, request.lastText);
    return request.messages.some(({ text }) => text.includes('The answer: 8080'))
      ? done
      : tool('mcp__cw__ask', { question: 'Which port?' });
  });
  const task = await createTask(cw, 'Dies asking');
  await assign(cw, task);
  const item = await open(task, 'question');
  const run = await cw.runAtWork(task.id);
  await server.kill();
  process.kill(-(run.pid ?? 0), 'SIGKILL');
  await cw.ask('inbox', 'answer', item.id, '--text', '8080');
  server = await cw.serve();
  expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(asked.join('\n')).toContain('You asked: Which port?\nThe answer: 8080');
  expect(await itemsOf(task)).toMatchObject([{ id: item.id, state: 'answered', deliveredAt: expect.any(String) }]);
});

test('what an agent asked is over when it is stopped, and cannot be answered any more', async () => {
  const { task } = await begin('Stop it', [tool('Bash', { command: 'npm publish' })]);
  const item = await open(task, 'permission');
  const run = await cw.runAtWork(task.id);
  await cw.ask('run', 'stop', run.id);
  await cw.until(task.id, isSettled);
  expect(await cw.ask('inbox', 'show', item.id)).toMatchObject({ state: 'over' });
  const { error } = await cw.refusal(['inbox', 'answer', item.id, 'allow']);
  expect(error.code).toBe('inbox.ended');
});
