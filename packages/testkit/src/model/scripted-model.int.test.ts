import { expect, test } from 'vitest';
import { drop, hang, raw, status, text, tool, withTokens } from './answer.ts';
import { gate, pauseUntil } from './script.ts';
import { type ScriptedModel, startScriptedModel } from './scripted-model.ts';

type Ask = { readonly prompt: string; readonly session?: string; readonly body?: object };

function ask(model: ScriptedModel, { prompt, session = 's1', body = {} }: Ask): Promise<Response> {
  return fetch(`${model.url}/v1/messages?beta=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-claude-code-session-id': session },
    body: JSON.stringify({
      model: 'm',
      tools: [{ name: 'Bash' }],
      messages: [{ role: 'user', content: prompt }],
      ...body,
    }),
  });
}

test('each conversation walks its own steps', async () => {
  await using model = await startScriptedModel();
  model.when('greet', [text('one'), text('two')]);
  const said = async (session: string) => JSON.stringify(await (await ask(model, { prompt: 'greet', session })).json());
  expect(await said('a')).toContain('one');
  expect(await said('b')).toContain('one');
  expect(await said('a')).toContain('two');
  expect(await said('b')).toContain('two');
});

test('a later entry takes the next conversation and leaves the one that has begun alone', async () => {
  await using model = await startScriptedModel();
  model.when(/greet/, [text('first'), text('still first')]);
  await ask(model, { prompt: 'greet', session: 'a' });
  model.when(/greet/, [text('second attempt')]);
  expect(await (await ask(model, { prompt: 'greet', session: 'a' })).text()).toContain('still first');
  expect(await (await ask(model, { prompt: 'greet', session: 'b' })).text()).toContain('second attempt');
});

test('a message streams as the events of the messages API', async () => {
  await using model = await startScriptedModel({
    script: [withTokens([text('look'), tool('Bash', { command: 'ls' })], { input: 7, output: 9, cacheRead: 3 })],
  });
  const body = await (await ask(model, { prompt: 'x', body: { stream: true } })).text();
  const types = [...body.matchAll(/^event: (.*)$/gm)].map((match) => match[1]);
  expect(types).toEqual([
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
  expect(body).toContain('"input_tokens":7');
  expect(body).toContain('"cache_read_input_tokens":3');
  expect(body).toContain('{\\"command\\":\\"ls\\"}');
  expect(body).toContain('"stop_reason":"tool_use"');
  expect(body).toContain('"output_tokens":9');
});

test('a request shows what the program said, without what it adds for itself', async () => {
  await using model = await startScriptedModel();
  const messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: '<system-reminder>today' },
        { type: 'text', text: 'do it' },
      ],
    },
    { role: 'system', content: 'skills' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'a.txt', is_error: false }] },
    { role: 'system', content: 'psst' },
  ];
  await ask(model, { prompt: '', body: { system: [{ type: 'text', text: 'be good' }], messages } });
  expect(model.requests[0]).toMatchObject({
    prompt: 'do it',
    system: 'be good',
    tools: ['Bash'],
    turn: 1,
    lastToolResults: [{ toolUseId: 't1', text: 'a.txt', isError: false }],
    lastText: '\npsst',
    sessionId: 's1',
  });
});

test('a refusal has its status, headers and error type, and the retry gets the following step', async () => {
  await using model = await startScriptedModel({ script: [status(429, { 'retry-after': '1' }), text('now')] });
  const refused = await ask(model, { prompt: 'x' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await refused.json()).toMatchObject({ error: { type: 'rate_limit_error' } });
  expect(await (await ask(model, { prompt: 'x' })).text()).toContain('now');
});

test('a pause holds the conversation until the test opens it', async () => {
  const door = gate();
  await using model = await startScriptedModel({ script: [pauseUntil(door.opened), text('through')] });
  const pending = ask(model, { prompt: 'x' });
  await model.waitForRequest((request) => request.prompt === 'x');
  door.open();
  expect(await (await pending).text()).toContain('through');
});

test('a hanging request is answered when it is released, and dropped when the model closes', async () => {
  const held = hang();
  const forever = hang();
  const model = await startScriptedModel({ script: [held, forever] });
  const pending = ask(model, { prompt: 'x' });
  await model.waitForRequest(() => true);
  held.release(text('at last'));
  expect(await (await pending).text()).toContain('at last');
  const lost = expect(ask(model, { prompt: 'x' })).rejects.toThrow();
  await model.waitForRequest(() => model.requests.length === 2);
  await model.close();
  await lost;
});

test('a script that ends after a tool call says so to the program', async () => {
  await using model = await startScriptedModel();
  model.when(/greet/, [tool('Bash', { command: 'ls' })]);
  await ask(model, { prompt: 'greet' });
  const refused = await ask(model, { prompt: 'greet' });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('the scenario for /greet/ has no step after its 1');
});

test('a script that throws reaches the program as an error with its message', async () => {
  await using model = await startScriptedModel({
    script: () => {
      throw new Error('unexpected prompt');
    },
  });
  const refused = await ask(model, { prompt: 'x' });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('unexpected prompt')]);
});

test('side requests are answered by themselves and kept apart', async () => {
  await using model = await startScriptedModel({ script: [status(500)] });
  const titled = await ask(model, { prompt: 'title please', body: { tools: [] } });
  expect(await titled.text()).toContain('Scripted title');
  const counted = await fetch(`${model.url}/v1/messages/count_tokens`, { method: 'POST', body: '{}' });
  expect(await counted.json()).toEqual({ input_tokens: 1000 });
  expect((await fetch(model.url, { method: 'HEAD' })).status).toBe(200);
  expect([model.requests.length, model.sideRequests.length]).toEqual([0, 1]);
});

test('raw bytes go out as they are', async () => {
  await using model = await startScriptedModel({ script: [raw('event: nonsense\n\n')] });
  expect(await (await ask(model, { prompt: 'x' })).text()).toBe('event: nonsense\n\n');
});

test('a dropped request gets no answer', async () => {
  await using model = await startScriptedModel({ script: [drop()] });
  await expect(ask(model, { prompt: 'x' })).rejects.toThrow();
});
