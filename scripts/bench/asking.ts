import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  claudeProgram,
  modelEnv,
  result,
  type ScriptedModel,
  startScriptedModel,
  tempDir,
  tool,
  waitFor,
} from '@cw/testkit';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { startChromium, type Tab, until } from './harness/chromium.ts';
import { cw, mustBeBuilt, programs, type Server, startServer, textOf } from './harness/program.ts';
import { median } from './harness/statistics.ts';
import { sampleRepo } from './twenty-samples.ts';

const questions = 20;
const parkings = 6;
const limits = { shown: 200, resumed: 300 } as const;

export const asking: Benchmark = {
  name: 'asking',
  title: 'A question of an agent, and its answer',
  method:
    "The real `claude` with a scripted model that asks one question after another through the `ask` tool of `cw mcp`, and an open dashboard showing the inbox in Chromium. To the item: from the model's answer that calls the tool, including what the program itself does with it, until the frame in which the question can be read. To the waiting agent: from the request that answers the question until the model is asked again with the answer in it. To a suspended agent: from the request until its program is started again in the same conversation; the time the program then takes to ask its model is listed separately. All in wall time.",
  run: async () => {
    mustBeBuilt(programs.folder);
    await using model = await startScriptedModel();
    await using dir = await tempDir('cw-bench');
    await using repo = await sampleRepo();
    const home = join(dir.path, 'home');
    await cw(home, 'project', 'add', repo.path, '--name', 'bench');
    const env = Object.entries(modelEnv(model.url)).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const account = ['--provider', 'claude', '--config-dir', join(dir.path, 'claude'), ...env];
    await cw(home, 'account', 'add', 'scripted', ...account);
    await cw(home, 'config', 'set', 'agents.claude.command', claudeProgram());
    await using server = await startServer(home);
    await using chromium = await startChromium('');
    const { tab } = chromium;
    await tab.go(textOf(await cw(home, 'open'), 'url'));
    await until(tab, "document.querySelector('main h1') !== null");
    await tab.go(`${server.url}/inbox`);
    await until(tab, "document.querySelector('main h1') !== null");
    const scene = { model, server, tab };
    const waiting = await whileWaiting(scene);
    await cw(home, 'config', 'set', 'inbox.askWait', '0');
    const parked = await afterParking(scene);
    return {
      told: `${questions} questions that are waited for, ${parkings} that are not`,
      figures: [
        figure('from the question to the item on the dashboard, median', median(waiting.shown), limits.shown),
        figure('the slowest of them', Math.max(...waiting.shown)),
        figure('from the answer until a waiting agent goes on, median', median(waiting.heard), limits.shown),
        figure('the slowest of them', Math.max(...waiting.heard)),
        figure('from the answer until a parked one is started again, median', median(parked.started), limits.resumed),
        figure('and from there until its program asks the model', median(parked.asked)),
      ],
    };
  },
};

function figure(what: string, ms: number, limit?: number): Figure {
  const measured = `${ms.toFixed(0)} ms`;
  return limit === undefined ? { what, measured } : { what, measured, goal: `under ${limit} ms`, met: ms < limit };
}

type Scene = { readonly model: ScriptedModel; readonly server: Server; readonly tab: Tab };

/** A question that the model puts: when it did, and when it was asked again after the answer. */
type Turn = { askedAt: number; heardAt: number };

const done = result({ status: 'done', summary: 'It was all answered.' });

async function whileWaiting({ model, server, tab }: Scene) {
  const turns: Turn[] = Array.from({ length: questions }, () => ({ askedAt: 0, heardAt: 0 }));
  const ask = (number: number) => tool('mcp__cw__ask', { question: questionOf('Waiting', number) });
  model.when('Ask and wait', [
    ...turns.map((turn, number) => () => {
      const now = Date.now();
      const before = turns[number - 1];
      if (before !== undefined) before.heardAt = now;
      turn.askedAt = now;
      return ask(number);
    }),
    () => {
      const last = turns.at(-1);
      if (last !== undefined) last.heardAt = Date.now();
      return done;
    },
  ]);
  const task = textOf(await cw(server.home, 'task', 'create', 'Ask and wait'), 'id');
  await cw(server.home, 'assign', task);
  const shown: number[] = [];
  const heard: number[] = [];
  for (const [number, turn] of turns.entries()) {
    shown.push((await seenAt(tab, questionOf('Waiting', number))) - turn.askedAt);
    const answeredAt = await answer(server, task);
    await waitFor(() => turn.heardAt > 0, { what: 'the agent to go on', timeout: 60_000, interval: 5 });
    heard.push(turn.heardAt - answeredAt);
  }
  await closed(server, task);
  return { shown, heard };
}

async function afterParking({ model, server }: Scene) {
  const started: number[] = [];
  const asked: number[] = [];
  for (let number = 0; number < parkings; number += 1) {
    let resumedAt = 0;
    model.when(questionOf('Park', number), [
      () => tool('mcp__cw__ask', { question: questionOf('Parked', number) }),
      () => result({ status: 'needs-input', summary: 'It waits.', question: 'It waits for the answer.' }),
      () => {
        resumedAt = Date.now();
        return done;
      },
    ]);
    const task = textOf(await cw(server.home, 'task', 'create', questionOf('Park', number)), 'id');
    await cw(server.home, 'assign', task);
    const isParked = async () => textOf(await cw(server.home, 'task', 'show', task), 'status') === 'blocked';
    await waitFor(isParked, { what: 'the run to be parked', timeout: 60_000 });
    const answeredAt = await answer(server, task);
    await waitFor(() => resumedAt > 0, { what: 'the conversation to go on', timeout: 60_000, interval: 5 });
    const startedAt = await startOf(server, task);
    started.push(startedAt - answeredAt);
    asked.push(resumedAt - startedAt);
    await closed(server, task);
  }
  return { started, asked };
}

function questionOf(what: string, number: number): string {
  return `${what} ${String(number).padStart(3, '0')}?`;
}

/** When a text was first to be read in the page, in milliseconds. */
async function seenAt(tab: Tab, text: string): Promise<number> {
  return Number(await until(tab, `document.body.innerText.includes(${JSON.stringify(text)}) && Date.now()`));
}

/** Answers the one open question of a task as the dashboard does. @returns when it was sent, in milliseconds */
async function answer(server: Server, task: string): Promise<number> {
  const [item] = itemsOf(await cw(server.home, 'inbox', 'list', '--task', task));
  const info: unknown = JSON.parse(readFileSync(join(server.home, 'server.json'), 'utf8'));
  const headers = { authorization: `Bearer ${textOf(info, 'token')}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ 0: { id: textOf(item, 'id'), text: 'Yes.' } });
  const sentAt = Date.now();
  const response = await fetch(`${server.url}/api/trpc/inbox.answer?batch=1`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`not answered: ${await response.text()}`);
  return sentAt;
}

/** When the program of a task's newest run was started, by the file that is written just before. */
async function startOf(server: Server, task: string): Promise<number> {
  const runs = itemsOf(await cw(server.home, 'run', 'list', '--task', task));
  const starts = runs.map((run) => statSync(join(server.home, 'agent-logs', textOf(run, 'id'), 'pid')).mtimeMs);
  return Math.max(...starts);
}

async function closed(server: Server, task: string): Promise<void> {
  const isClosed = async () => textOf(await cw(server.home, 'task', 'show', task), 'status') === 'closed';
  await waitFor(isClosed, { what: 'the task to be closed', timeout: 60_000 });
}

function itemsOf(page: unknown): readonly unknown[] {
  const items: unknown = typeof page === 'object' && page !== null ? Reflect.get(page, 'items') : undefined;
  return Array.isArray(items) ? items : [];
}
