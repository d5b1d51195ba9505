import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createConfigModule } from '@cw/config';
import { choicesFor, messagesWithin } from '@cw/messages';
import { systemClock } from '@cw/storage';
import { testAct } from '@cw/storage/testing';
import { openTestTasks } from '@cw/tasks/testing';
import { tempDir, waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { commandSink } from '../adapters/command-sink.ts';
import { webhookSink } from '../adapters/webhook-sink.ts';
import { beginUpkeep } from '../begin-upkeep.ts';
import { type Sink, SinkFailure } from '../ports/sink.ts';
import { sinkConfigKeys, webhookKey } from './sink-keys.ts';
import { tellSinks } from './tell-sinks.ts';

type Answer = (response: ServerResponse) => void;
const status =
  (code: number, headers = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end();
const silence: Answer = () => {};

/** Somebody who listens, and answers each request with the next of the answers, at last with the last. */
async function listener(...answers: readonly Answer[]) {
  const heard: { body: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      heard.push({ body, headers: request.headers });
      (answers[heard.length - 1] ?? answers.at(-1) ?? status(200))(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    heard,
    url: `http://127.0.0.1:${port}/hook`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A workspace with a project, and upkeep that a test begins; what is committed has it look, as the loop does. */
async function start() {
  const home = openTestTasks();
  const { storage } = home;
  const projectId = await home.addProject('sample');
  const errors: unknown[] = [];
  const deps = (signal: AbortSignal) => ({
    home: storage.folder,
    clock: systemClock,
    read: storage.read,
    transact: storage.transact,
    signal,
    act: testAct,
    onError: (error: unknown) => void errors.push(error),
  });
  const begin = async () => {
    const stop = new AbortController();
    const beside = await beginUpkeep(deps(stop.signal));
    const unlisten = storage.bus.onCommit(beside.tell);
    beside.tell();
    return async () => {
      unlisten();
      stop.abort();
      await beside.end();
    };
  };
  let end = async () => {};
  const set = (key: string, value: string, inProject = false) =>
    createConfigModule({ storage }, sinkConfigKeys).commands.set(
      { key, value, scope: inProject ? 'project' : 'workspace', scopeId: inProject ? projectId : '' },
      testAct,
    );
  const raise = (title: string, about: string | null = projectId) => {
    const item = { kind: 'question', subject: `ask:${title}`, projectId: about, taskId: null, runId: null } as const;
    return storage.transact((tx) =>
      messagesWithin(tx).raiseItem({ ...item, title, choices: choicesFor.question }, testAct),
    );
  };
  return {
    storage,
    deps,
    errors,
    set,
    raise,
    begin: async () => {
      await end();
      end = await begin();
    },
    [Symbol.asyncDispose]: async () => {
      await end();
      home[Symbol.dispose]();
    },
  };
}

test('each item is told once, signed and without secrets; that of a muted project is not, nor again after a restart', async () => {
  await using space = await start();
  await using hook = await listener();
  const file = join(space.storage.folder, 'told');
  await space.set('inbox.webhook', hook.url);
  await space.set('inbox.command', JSON.stringify(['sh', '-c', `cat >> ${file}; echo >> ${file}`]));
  await space.set('inbox.muted', 'yes', true);
  await space.begin();
  await space.raise('Muted');
  const id = await space.raise(`Use ghp_${'a1'.repeat(18)}?`, null);
  await waitFor(() => hook.heard.length > 0 && existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
  const [first] = hook.heard;
  const told = JSON.parse(first?.body ?? '');
  expect(told).toMatchObject({ event: 'inbox.raised', item: { id, kind: 'question', choices: [{ name: 'reply' }] } });
  expect(told.item.title).not.toContain('a1a1');
  const key = readFileSync(join(space.storage.folder, 'inbox-webhook.key'), 'utf8').trim();
  const signature = createHmac('sha256', key)
    .update(first?.body ?? '')
    .digest('hex');
  expect(first?.headers['x-cw-signature']).toBe(`sha256=${signature}`);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(told);
  await space.begin();
  const last = await space.raise('Another', null);
  await waitFor(() => hook.heard.length > 1);
  expect(hook.heard.map(({ body }) => JSON.parse(body).item.id)).toEqual([id, last]);
  expect(space.errors).toEqual([]);
});

test('what cannot be told is reported once and holds nothing up', async () => {
  await using space = await start();
  await using hook = await listener(status(302, { location: 'http://127.0.0.1:9/elsewhere' }), status(200));
  await space.set('inbox.webhook', hook.url);
  await space.begin();
  const id = await space.raise('Redirected');
  await waitFor(() => space.errors.length > 0);
  expect(String(space.errors[0])).toMatch(
    new RegExp(`inbox.webhook could not be notified of ${id}: .*redirect \\(302\\)`),
  );
  await space.raise('Next');
  await waitFor(() => hook.heard.length === 2);
  expect(space.errors.length).toBe(1);
});

test('a sink that fails is tried again a few times, while others are told, and then let be', async () => {
  await using space = await start();
  await space.set('inbox.webhook', 'http://127.0.0.1:9/');
  await space.set('inbox.command', 'true');
  const tried: string[] = [];
  const sink = (name: Sink['name'], fails: boolean): Sink => ({
    name,
    tell: async (_to, body) => {
      tried.push(`${name} ${JSON.parse(body).item.title}`);
      if (fails) throw new SinkFailure('it is broken', false);
    },
  });
  const telling = tellSinks(
    space.deps(new AbortController().signal),
    [sink('inbox.webhook', true), sink('inbox.command', false)],
    [5, 10],
  );
  await space.raise('One');
  telling.wake();
  await waitFor(() => space.errors.length > 0);
  telling.wake();
  await telling.end();
  expect(tried.toSorted()).toEqual(['inbox.command One', ...Array(3).fill('inbox.webhook One')]);
  expect(String(space.errors)).toContain('it is broken');
});

test.each([
  ['no answer', silence, { lasting: false, message: /did not answer within 0\.1 s/ }],
  ['an error of its own', status(500), { lasting: false, message: /answers 500/ }],
  ['too many requests', status(429), { lasting: false, message: /answers 429/ }],
  ['a refusal', status(404), { lasting: true, message: /answers 404/ }],
  ['a redirect', status(307, { location: '/x' }), { lasting: true, message: /redirect/ }],
])('a webhook that gives %s', async (_what, answer, expected) => {
  await using folder = await tempDir('sinks');
  await using hook = await listener(answer);
  const told = webhookSink(folder.path, 100).tell([hook.url], '{}', new AbortController().signal);
  const failure = await told.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SinkFailure);
  expect(failure).toMatchObject({ lasting: expected.lasting, message: expect.stringMatching(expected.message) });
  expect(hook.heard.length).toBe(1);
});

test('a sink that hangs is let go in time, however often memory is cleared meanwhile', async () => {
  await using folder = await tempDir('sinks');
  await using hook = await listener(silence);
  setFlagsFromString('--expose-gc');
  const clearing = setInterval(runInNewContext('gc'), 10);
  const { signal } = new AbortController();
  const told = [
    webhookSink(folder.path, 200).tell([hook.url], '{}', signal),
    commandSink(200).tell(['sleep', '60'], '{}', signal),
  ];
  const failures = await Promise.all(told.map((each) => each.catch((error: unknown) => error)));
  clearInterval(clearing);
  expect(failures.map(String)).toEqual([
    expect.stringContaining('did not answer within 0.2 s'),
    expect.stringContaining('did not end within 0.2 s'),
  ]);
});

test.each([
  ['fails', 30_000, ['sh', '-c', 'echo no such thing >&2; exit 3'], /ended with code 3: no such thing/],
  ['hangs', 200, ['sleep', '60'], /did not end within 0\.2 s/],
  ['hangs with what it started', 200, ['sh', '-c', 'sleep 60; true'], /did not end within 0\.2 s/],
  ['does not exist', 30_000, ['/no/such/program'], /ENOENT/],
])('a command that %s', async (_what, limit, argv, message) => {
  const told = commandSink(limit).tell(argv, 'x'.repeat(200_000), new AbortController().signal);
  await expect(told).rejects.toThrow(message);
});

test.each([
  [0, 'undefined'],
  [3, 'SinkFailure: it ended with code 3: no'],
])(
  'a command is through when it has ended with %i, though what it started stays and holds its output open',
  async (code, expected) => {
    await using folder = await tempDir('sinks');
    const pidFile = join(folder.path, 'pid');
    const script = `sleep 300 & echo $! > "$0"; echo no >&2; exit ${code}`;
    const told = commandSink(60_000).tell(['sh', '-c', script, pidFile], '{}', new AbortController().signal);
    const failure = await told.then(
      () => undefined,
      (error: unknown) => error,
    );
    const left = Number(readFileSync(pidFile, 'utf8'));
    expect(() => process.kill(left, 'SIGKILL')).not.toThrow();
    expect(String(failure)).toContain(expected);
  },
);

test.each(['ftp://a/b', 'javascript:alert(1)', 'http://user:pass@host/', 'here', 'file:///etc/passwd'])(
  '%s is no address of a webhook',
  (text) => {
    expect(webhookKey.parse(text)).toBeUndefined();
  },
);
