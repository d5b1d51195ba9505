import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { keptWhileUnderWay } from './kept-while.ts';

const root = resolve(import.meta.dirname, '..');

/**
 * What is kept while something is under way, so that it is not begun twice: were it never over, it would never be begun
 * again. So each says here why it comes to an end.
 */
const whyItEnds: Readonly<Record<string, string>> = {
  'apps/cw/src/health/server-health.ts looking': 'each folder is looked at for a second at most',
  'apps/cw/src/parts/dispatching.ts underWay': 'waits for the database, and for a server that has seconds to answer',
  'apps/cw/src/parts/dispatching.ts trying': 'waits for the database, and for a server that has seconds to answer',
  'apps/cw/src/parts/mcp-relay.ts connecting': 'connects for 30 seconds at most',
  'apps/web/src/data/refresh.ts running': 'what takes long is waited for two seconds',
  'apps/web/src/features/runs/use-run-edits.ts reading': 'every request of the page has a limit (requests.ts)',
  'apps/web/src/features/runs/use-run-log.ts reading': 'every request of the page has a limit (requests.ts)',
  'packages/agents/src/adapters/process/send-line.ts tail': 'a line that is not taken is given up after its patience',
  'packages/orchestrator/src/handover/ask-handoff.ts limit': 'reads the database',
  'packages/orchestrator/src/dispatcher.ts round':
    'waits for the database and git; the watchdog sees a round that hangs',
  'packages/orchestrator/src/loop.ts runs': 'a run has its caps, and a silent one is ended (supervision)',
  'packages/orchestrator/src/merge-queues.ts busy': 'git and the checks of a project have limits',
  'packages/orchestrator/src/offer-again.ts underWay': 'a push has a limit (push-branches.ts)',
  'packages/storage/src/adapters/file-lock.ts queues':
    'what is done under a lock is git, which has a limit; it is free when its holder dies',
  'packages/storage/src/adapters/sqlite-transact.ts tail':
    'a transaction that waits for anything else rolls itself back',
  'packages/ui/src/menu.tsx coming':
    'a file of the page: the browser asks for it once at a time, and gives it up by itself',
  'packages/upkeep/src/cleaning/keep-clean.ts work': 'removes files, and git has a limit (run-git.ts)',
  'packages/upkeep/src/sinks/tell-sinks.ts underWay': 'sinks have a time limit (time-limit.ts)',
};

function keptIn(file: string): string[] {
  return keptWhileUnderWay(readFileSync(join(root, file), 'utf8'), file).map((name) => `${file} ${name}`);
}

/** The source files of every app and package, with their folder. */
const sources = ['apps', 'packages'].flatMap((folder) =>
  readdirSync(join(root, folder)).flatMap((room) =>
    readdirSync(join(root, folder, room, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|contract)\.ts$|(^|\/)testing\.ts$/.test(file))
      .map((file) => `${folder}/${room}/src/${file}`),
  ),
);

test('whatever is begun once at a time says why it comes to an end', () => {
  const files = sources.filter((file) => !file.startsWith('packages/testkit/'));
  expect([...new Set(files.flatMap(keptIn))].toSorted()).toEqual(Object.keys(whyItEnds).toSorted());
});

test.each([
  ['let underWay: Promise<void> | undefined;', ['underWay']],
  ['let seen = 0, work: Promise<void> | undefined;', ['work']],
  ['let [first, second]: [Promise<void> | undefined, number] = [undefined, 0];', ['first', 'second']],
  ['let busy = false;', ['busy']],
  ['let count = 0, isBusy = false;', ['isBusy']],
  ['let [busy, count] = [false, 0];', ['busy']],
  ['let { busy, count } = begin();', ['busy']],
  ['let busy: boolean;', ['busy']],
  ['var busy;', ['busy']],
  ['type State = { running: boolean; again: boolean };', ['running']],
  ['interface State { running?: boolean | undefined; work: Promise<void> | undefined }', ['running', 'work']],
  ['const state = { running: false, rounds: 0 };', ['running']],
  ['const state = { running: false as boolean } satisfies State;', []],
  [
    'class Loop { #busy = false; private round: Promise<void> | undefined; readonly running = false; }',
    ['busy', 'round'],
  ],
  ['class Loop { constructor(private busy = false) {} }', ['busy']],
  ['const queues = new Map<string, Promise<unknown>>();', ['queues']],
  ['const queues: Map<string, Promise<unknown>> = new Map();', ['queues']],
  ['class Loop { readonly queues = new Map<string, Promise<void>>(); }', ['queues']],
  ['const busy = useRef(false);', ['busy']],
  ['const answer = useRef<Promise<void> | undefined>(undefined);', ['answer']],
  ['let on = false; async function go() { if (on) return; on = true; await x(); on = false; }', ['on']],
  ['let on = false; const go = () => { if (!on) { on = true; x().finally(() => { on = false; }); } };', ['on']],
  ['let [on, n] = [false, 0]; async function go() { if (on) return; on = true; await x(); on = false; }', ['on']],
  [
    'const it = { on: false }; async function go() { if (it.on) return; it.on = true; await x(); it.on = false; }',
    ['on'],
  ],
  [
    'class L { #on = false; async go() { if (this.#on) return; this.#on = true; await x(); this.#on = false; } }',
    ['on'],
  ],
])('what is kept while something is under way is seen in %s', (text, names) => {
  expect(keptWhileUnderWay(text)).toEqual(names);
});

test.each([
  'const busy = false;',
  'type View = { readonly busy: boolean; readonly answer: Promise<void> };',
  'let begin: () => Promise<void>;',
  'show({ loading: true });',
  'const names = new Map<string, string>();',
  'let again = false; async function go() { while (again) { again = false; await x(); } again = true; }',
  'let isOver = false; function end() { if (isOver) return; isOver = true; }',
])('nothing is kept by %s', (text) => {
  expect(keptWhileUnderWay(text)).toEqual([]);
});
