import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tempDir } from '@cw/testkit';
import { WebSocket } from 'ws';

/** Debian's. */
const program = '/usr/bin/chromium-headless-shell';
const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
const size = ['--window-size=1440,900', '--remote-debugging-port=0'];

type Answer = Readonly<Record<string, unknown>>;

export type Tab = {
  /** A command of the DevTools protocol. */
  readonly send: (method: string, params?: Answer) => Promise<Answer>;
  /** The value of an expression in the page; a promise is waited for. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Loads an address anew. */
  readonly go: (url: string) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
};

export type Chromium = AsyncDisposable & {
  readonly tab: Tab;
  /** Memory that only the tab's process has, in bytes. */
  readonly memoryOfTab: () => Promise<number>;
  /** Does something, and tells the most processor time that a single task of the page's main thread took, in milliseconds. */
  readonly longestTaskOf: (work: () => Promise<void>) => Promise<number>;
};

/** Starts Chromium with one tab and a profile of its own, spoken to by the DevTools protocol. */
export async function startChromium(beforeEachPage: string): Promise<Chromium> {
  const profile = await tempDir('cw-bench-chromium');
  const child = spawn(program, [...flags, ...size, `--user-data-dir=${profile.path}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const address = await new Promise<string>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /DevTools listening on (\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  const browser = await connect(address);
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const tab = tabOf((method, params) => browser.send(method, params, String(sessionId)));
  for (const domain of ['Page', 'Runtime', 'Performance']) await tab.send(`${domain}.enable`);
  await tab.send('Page.bringToFront');
  await tab.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: beforeEachPage });
  return {
    tab,
    longestTaskOf: async (work) => {
      const traced = browser.collect('Tracing.dataCollected', 'Tracing.tracingComplete');
      await tab.send('Tracing.start', {
        transferMode: 'ReportEvents',
        traceConfig: { includedCategories: ['toplevel'] },
      });
      await work();
      await tab.send('Tracing.end');
      return longestOf((await traced).flatMap(({ value }) => (Array.isArray(value) ? value : [])));
    },
    memoryOfTab: async () => {
      await tab.send('HeapProfiler.collectGarbage');
      const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
      const renderers = Array.isArray(processInfo) ? processInfo.filter(({ type }) => type === 'renderer') : [];
      return Math.max(...renderers.map(({ id }) => privateBytes(Number(id))));
    },
    [Symbol.asyncDispose]: async () => {
      await browser.send('Browser.close');
      await ended;
      await profile[Symbol.asyncDispose]();
    },
  };
}

/** The value of an expression once there is one; looked for in each frame. */
export function until(tab: Tab, expression: string): Promise<unknown> {
  return tab.evaluate(`new Promise((resolve, reject) => {
    const began = performance.now();
    const look = () => {
      const found = ${expression};
      if (found) resolve(found);
      else if (performance.now() - began > 30000) reject(new Error("never seen: " + document.body.innerText.slice(0, 300)));
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

function longestOf(events: readonly TraceEvent[]): number {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const main = new Set(events.filter(isMain).map(threadOf));
  const tasks = events.filter((each) => each.ph === 'X' && /RunTask$/.test(each.name) && main.has(threadOf(each)));
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0);
}

function tabOf(send: Tab['send']): Tab {
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails).slice(0, 500));
    return typeof result === 'object' && result !== null ? Reflect.get(result, 'value') : undefined;
  };
  return {
    send,
    evaluate,
    go: async (url) => void (await send('Page.navigate', { url })),
    press: async (key) => {
      await send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key });
    },
  };
}

async function connect(address: string) {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await once(socket, 'open');
  const waiting = new Map<number, (message: Answer) => void>();
  let last = 0;
  const listeners = new Set<(method: string, params: Answer) => void>();
  socket.on('message', (raw) => {
    const message: Answer = JSON.parse(String(raw));
    const { method, params } = message;
    if (typeof method === 'string') for (const hear of listeners) hear(method, { ...(params ?? {}) });
    waiting.get(Number(message.id))?.(message);
    waiting.delete(Number(message.id));
  });
  return {
    /** What one kind of event tells until another comes. */
    collect: (wanted: string, last: string) =>
      new Promise<readonly Answer[]>((resolve) => {
        const heard: Answer[] = [];
        const hear = (method: string, params: Answer) => {
          if (method === wanted) heard.push(params);
          if (method !== last) return;
          listeners.delete(hear);
          resolve(heard);
        };
        listeners.add(hear);
      }),
    send: async (method: string, params: Answer = {}, sessionId?: string): Promise<Answer> => {
      last += 1;
      const id = last;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
      const { result, error } = await answered;
      if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
      return typeof result === 'object' && result !== null ? { ...result } : {};
    },
  };
}

function privateBytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const lines = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)];
  return lines.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
}
