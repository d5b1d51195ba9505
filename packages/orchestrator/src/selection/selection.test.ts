import { toIso } from '@cw/kernel';
import { describe, expect, test } from 'vitest';
import { accountFor, blockersOf, roomBlockers, type Standing } from './blocker.ts';
import type { Candidate } from './candidate.ts';
import { expectedMinutes, longestChains } from './minutes.ts';
import { firstOverlap } from './overlap.ts';
import { inOrder, strategies } from './strategy.ts';

function candidate(n: number, fields: Partial<Candidate> = {}): Candidate {
  return {
    n,
    id: `tk_${n}`,
    title: `Task ${n}`,
    projectId: 'pr_a',
    priority: 'P2',
    createdAt: n,
    type: 'task',
    assignee: null,
    role: null,
    estimate: null,
    size: null,
    chain: 0,
    cost: 0,
    ...fields,
  };
}

const order = (candidates: readonly Candidate[], own: Readonly<Record<string, keyof typeof strategies>> = {}) =>
  [...inOrder(candidates, (id) => strategies[own[id] ?? 'priority'], strategies.priority)].map(({ n }) => n);

describe('what is started first', () => {
  const some = [
    candidate(1, { priority: 'P3', chain: 10, cost: 5 }),
    candidate(2, { priority: 'P1', chain: 10, cost: 90 }),
    candidate(3, { priority: 'P1', chain: 60, cost: 20 }),
    candidate(4, { priority: 'P0', createdAt: 0, cost: 20 }),
  ];

  test.each([
    ['priority', [4, 2, 3, 1]],
    ['oldest', [4, 1, 2, 3]],
    ['critical-path', [3, 2, 1, 4]],
    ['cheapest', [1, 4, 3, 2]],
  ] as const)('by the strategy %s', (name, expected) => {
    expect(order(some, { pr_a: name })).toEqual(expected);
  });

  test('each project has its own strategy, and the best of each are weighed by that of the workspace', () => {
    const others = [
      candidate(5, { projectId: 'pr_b', priority: 'P1', createdAt: 1.5 }),
      candidate(6, { projectId: 'pr_b' }),
    ];
    expect(order([...some, ...others], { pr_a: 'cheapest' })).toEqual([5, 6, 1, 4, 3, 2]);
  });
});

describe('the longest chain', () => {
  const task = (n: number, estimate: number | null = null, type = 'task') => ({ n, estimate, type, size: null });

  test('adds up what waits for a task, parents too, in a diamond of any length', () => {
    const tasks = [task(1, 5), task(2, 10), task(3, 100), task(4, 1), task(5, null, 'epic')];
    const edges = [
      { on: 1, waits: 2 },
      { on: 1, waits: 3 },
      { on: 2, waits: 4 },
      { on: 3, waits: 4 },
      { on: 4, waits: 5 },
    ];
    expect(Object.fromEntries(longestChains({ tasks, edges }))).toEqual({ 1: 106, 2: 11, 3: 101, 4: 1, 5: 0 });
  });

  test('is found among thousands, and ends in a circle that should not be there', () => {
    const count = 20_000;
    const tasks = Array.from({ length: count }, (_, n) => task(n, 1));
    const edges = tasks.slice(1).map(({ n }) => ({ on: n - 1, waits: n }));
    expect(longestChains({ tasks, edges }).get(0)).toBe(count);
    expect(longestChains({ tasks, edges: [...edges, { on: count - 1, waits: 0 }] }).size).toBe(count);
  });

  test('counts an estimate, else the size, else what others like it took', () => {
    expect(expectedMinutes({ estimate: 7, size: 'XL' }, 3)).toBe(7);
    expect(expectedMinutes({ estimate: null, size: 'S' }, 3)).toBe(30);
    expect(expectedMinutes({ estimate: null, size: null }, 3)).toBe(3);
  });
});

test.each([
  ['src/a.ts', 'src/a.ts', true],
  ['src/a.ts', 'src/b.ts', false],
  ['src', 'src/deep/a.ts', true],
  ['src/au', 'src/auth/a.ts', false],
  ['.', 'anything', true],
  ['**', 'anything/at/all.md', true],
  ['src/*.ts', 'src/a.ts', true],
  ['src/*.ts', 'src/a.md', false],
  ['src/*.ts', 'src/deep/a.ts', false],
  ['src/**/*.test.ts', 'src/deep/er/a.test.ts', true],
  ['src/**/*.test.ts', 'src/a.test.ts', true],
  ['src/**/*.test.ts', 'src/a.ts', false],
  ['src/**/*.test.ts', 'src/deep', true],
  ['src/**/*.test.ts', 'docs', false],
  ['docs/*.md', 'docs/a?.md', true],
  ['a(b).ts', 'a(b).ts', true],
  ['a+*.ts', 'aa.ts', false],
])('%s and %s may be the same file: %s', (mine, theirs, meets) => {
  expect(firstOverlap([mine], [theirs]) !== undefined).toBe(meets);
  expect(firstOverlap([theirs], [mine]) !== undefined).toBe(meets);
});

const free: Standing = {
  removed: null,
  pauses: [],
  dayCaps: [],
  filesInUse: [],
  accountLimit: 0,
  places: { workspace: { atWork: 0, limit: 1 }, project: { atWork: 0, limit: 1 } },
  kinds: [{ name: null, capabilities: ['browser'] }],
  accounts: [{ account: null, atWork: 0, rests: [] }],
  room: { freeMb: 1_000, load: 0.5 },
  bounds: { freeMb: 256, load: 0 },
  freeDisk: 1_000_000_000,
};
const needs = { hasScript: false, files: ['src'], requires: ['browser'] };
const wanted = { id: 'tk_1', projectId: 'pr_a', assignee: 'ann', needs, model: null };
const paused = { scope: '', cause: 'person', reason: null, pausedBy: 'tess', pausedAt: 0 } as const;
const inUse = { taskId: 'tk_2', projectId: 'pr_a', files: ['src/a.ts'] };
const full = { atWork: 1, limit: 1 };

test.each<[string, Partial<Standing>, readonly object[]]>([
  ['nothing', {}, []],
  ['a project that was removed', { removed: 'pr_a', pauses: [paused] }, [{ why: 'removed', projectId: 'pr_a' }]],
  ['a pause', { pauses: [paused] }, [{ why: 'paused', projectId: null, by: 'tess' }]],
  ['no place', { places: { ...free.places, project: full } }, [{ why: 'no-place', in: 'project', limit: 1 }]],
  ['files in use', { filesInUse: [inUse] }, [{ why: 'files', path: 'src', taskId: 'tk_2' }]],
  ['the same files elsewhere', { filesInUse: [{ ...inUse, projectId: 'pr_b' }] }, []],
  ['its own files', { filesInUse: [{ ...inUse, taskId: 'tk_1' }] }, []],
  [
    'what nobody is capable of',
    {
      kinds: [
        { name: null, capabilities: [] },
        { name: 'jim', capabilities: ['browser', 'x'] },
      ],
    },
    [{ why: 'requires', missing: ['browser'], elsewhere: ['jim'] }],
  ],
  [
    'an agent of its own to whom it is assigned',
    { kinds: [...free.kinds, { name: 'ann', capabilities: [] }] },
    [{ why: 'assigned', to: 'ann' }],
  ],
])('a task is kept back by %s', (_, standing, expected) => {
  expect(blockersOf(wanted, { ...free, ...standing })).toMatchObject(expected);
});

describe('an account', () => {
  const at = (name: string, atWork: number, until?: number | null) => ({
    account: { id: name, name },
    atWork,
    rests: until === undefined ? [] : [{ until, reason: 'a limit', model: null }],
  });

  test('is the first that neither rests nor is full', () => {
    const accounts = [at('a', 0, 5_000), at('b', 2), at('c', 1)];
    expect(accountFor({ ...free, accounts, accountLimit: 2 }, null)).toMatchObject({ account: { id: 'c' } });
    expect(accountFor({ ...free, accounts }, null)).toMatchObject({ account: { id: 'b' } });
  });

  test('is waited for: the one whose rest ends first, or a place with one that does not rest', () => {
    const resting = [at('a', 0, null), at('b', 0, 9_000), at('c', 0, 5_000)];
    const until = new Date(5_000).toISOString();
    expect(accountFor({ ...free, accounts: resting }, null)).toMatchObject({ why: 'account', accountName: 'c', until });
    const busy = [...resting, at('d', 1)];
    expect(accountFor({ ...free, accounts: busy, accountLimit: 1 }, null)).toMatchObject({
      why: 'no-place',
      in: 'account',
    });
  });

  test('that rests for one model is used with another that is named, and waited for otherwise', () => {
    const rest = { until: 5_000, reason: 'a limit', model: 'opus' };
    const standing = { ...free, accounts: [{ account: { id: 'a', name: 'a' }, atWork: 0, rests: [rest] }] };
    expect(accountFor(standing, 'claude-sonnet-4-5')).toMatchObject({ account: { id: 'a' } });
    expect(blockersOf({ ...wanted, model: 'sonnet' }, standing)).toEqual([]);
    for (const model of ['opus', 'claude-opus-4-8[1m]', null]) {
      expect(blockersOf({ ...wanted, model }, standing)).toMatchObject([{ why: 'account', accountName: 'a' }]);
    }
  });

  test('that rests for several models, or as a whole too, is waited for as long as what is wanted rests', () => {
    const [opus, sonnet] = [
      { until: 9_000, reason: 'no opus', model: 'opus' },
      { until: 5_000, reason: 'no sonnet', model: 'sonnet' },
    ];
    const untilOf = (model: string | null, rests: readonly (typeof opus)[]) =>
      blockersOf({ ...wanted, model }, { ...free, accounts: [{ account: null, atWork: 0, rests }] })[0];
    expect(untilOf('claude-opus-4-8', [sonnet, opus])).toMatchObject({ until: toIso(9_000), reason: 'no opus' });
    expect(untilOf('sonnet', [opus, sonnet])).toMatchObject({ until: toIso(5_000), reason: 'no sonnet' });
    expect(untilOf('haiku', [opus, sonnet])).toBeUndefined();
    expect(untilOf(null, [sonnet, opus])).toMatchObject({ until: toIso(9_000) });
  });

  test('is not asked for by a task that has a script', () => {
    const accounts = [at('a', 0, null)];
    const needs = { ...wanted.needs, hasScript: true };
    expect(blockersOf({ ...wanted, needs }, { ...free, accounts })).toEqual([]);
  });
});

test('the machine must have room, as far as a bound is set', () => {
  const room = { freeMb: 100, load: 3 };
  const bounds = { freeMb: 256, load: 2 };
  const whys = (standing: Parameters<typeof roomBlockers>[0]) => roomBlockers(standing).map(({ why }) => why);
  expect(whys({ room, bounds: { freeMb: 0, load: 0 }, freeDisk: 100_000_000 })).toEqual([]);
  expect(whys({ room, bounds, freeDisk: 1_000_000_000 })).toEqual(['memory', 'load']);
  expect(whys({ room, bounds: { freeMb: 0, load: 0 }, freeDisk: 99_999_999 })).toEqual(['disk']);
});
