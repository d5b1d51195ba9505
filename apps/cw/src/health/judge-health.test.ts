import { taskStates } from '@cw/kernel';
import { expect, test } from 'vitest';
import type { HealthReport } from './health-report.ts';
import { judgeHealth } from './judge-health.ts';

type Facts = Parameters<typeof judgeHealth>[0];

const at = '2026-03-01T08:00:00.000Z';
const nothing = { bytes: 0, whole: true };
const work: Facts['work'] = {
  ready: 0,
  toStart: 0,
  running: 0,
  onHold: 0,
  queued: 0,
  tasks: Object.fromEntries(taskStates.map((state) => [state, 0])) as Facts['work']['tasks'],
  resting: 0,
  merging: 0,
  needsYou: 0,
  oldestWaitSince: null,
  leases: { byAgents: 0, byPeople: 0, expired: 0 },
};
const watchdog = { mode: 'report', watching: true, afterSeconds: 30, last: null } as const;
const standstill = { pid: 1, noticedAt: '2026-03-01T07:59:00.000Z', seconds: 40, overAt: null, ended: false };
const walled = { works: true, why: null, noNetwork: null } as const;
const well: Facts = {
  home: '/home/ada/.cw',
  at,
  server: { state: 'answers', url: 'http://127.0.0.1:4700', pid: 1 },
  watchdog,
  work,
  supervisor: { dispatching: true, holder: 'the server', pid: 1, since: at, lastRoundAt: at, silence: null },
  agents: { working: 1, waiting: 0, stalled: 0, 'on-hold': 0, idle: 0, offline: 3 },
  pauses: [],
  accounts: [],
  withheld: [],
  holds: [],
  errors: [],
  recoveries: [],
  sandbox: { ...walled, wanted: true, networkWanted: false },
  disk: { freeBytes: 5e9, logs: nothing, worktrees: nothing, clones: nothing, backups: nothing, refusal: null },
  database: { schemaVersion: 5, bytes: 1, walBytes: 1, events: 1, lastBackupAt: null, troubles: [], parked: [] },
};
const noSandbox = {
  ...walled,
  networkWanted: false,
  works: false,
  why: 'bubblewrap is missing',
  hint: 'Install it',
} as const;
const noNetwork = { ...walled, noNetwork: { why: 'it gives way', hint: 'Share it.' } } as const;
const none: HealthReport['server'] = { state: 'none', url: null, pid: null };
const withheld: Facts['withheld'][number] = {
  projectId: 'pr_1',
  projectName: 'shop',
  source: '/code/shop',
  sourceKind: 'path',
  targetBranch: 'cw/next',
  merges: 2,
  mergeId: 'mr_1',
  taskId: 'tk_1',
  reason: 'It is checked out.',
  isThere: true,
};
const pause = { projectId: null, projectName: null, reason: null, pausedBy: 'ada', pausedAt: at } as const;
const rest = {
  provider: 'claude',
  account: null,
  cause: 'limit',
  model: null,
  reason: 'Its limit is reached.',
  since: at,
};

test.each<readonly [string, Partial<Facts>, readonly string[]]>([
  ['nothing is wrong where agents work and some are offline', {}, []],
  ['no server is worth knowing', { server: none }, ['notice supervisor']],
  ['no server is wrong where work waits', { server: none, work: { ...work, toStart: 2 } }, ['problem supervisor']],
  [
    'a server that does not answer is wrong',
    {
      supervisor: {
        ...well.supervisor,
        silence: { pid: 1, url: 'http://127.0.0.1:4700', since: null, stopped: false },
      },
    },
    ['problem supervisor'],
  ],
  [
    'so is one that has not looked for work for minutes',
    { supervisor: { ...well.supervisor, lastRoundAt: '2026-03-01T07:56:00.000Z' } },
    ['problem supervisor'],
  ],
  ['merges that a repository did not take yet are worth knowing', { withheld: [withheld] }, ['notice merges']],
  ['a repository that is gone is wrong', { withheld: [{ ...withheld, isThere: false }] }, ['problem merges']],
  [
    'what keeps agents from being started is wrong, unless it was asked for',
    {
      holds: [
        { itemId: 'ib_1', cause: 'program', title: 'No agent is started with Claude Code: it is missing' },
        { itemId: 'ib_2', cause: 'spending', title: 'No more agents are started today' },
      ],
    },
    ['problem dispatch', 'notice dispatch'],
  ],
  ['a loop that stands still is wrong', { watchdog: { ...watchdog, last: standstill } }, ['problem watchdog']],
  [
    'one that stood still is worth knowing for a while',
    { watchdog: { ...watchdog, last: { ...standstill, overAt: at } } },
    ['notice watchdog'],
  ],
  [
    'and is then forgotten',
    { watchdog: { ...watchdog, last: { ...standstill, noticedAt: '2026-03-01T06:00:00.000Z', overAt: at } } },
    [],
  ],
  ['a silent agent is wrong', { agents: { ...well.agents, stalled: 1 } }, ['problem agents']],
  [
    'a claim that ran out is given back by itself',
    { work: { ...work, leases: { ...work.leases, expired: 2 } } },
    ['notice leases'],
  ],
  ['what a person paused is as it should be', { pauses: [{ ...pause, cause: 'person' }] }, ['notice dispatch']],
  ['what failures paused is not', { pauses: [{ ...pause, cause: 'failures' }] }, ['problem dispatch']],
  ['an account rests until a time', { accounts: [{ ...rest, until: at }] }, ['notice accounts']],
  ['or until somebody acts', { accounts: [{ ...rest, until: null }] }, ['problem accounts']],
  ['a sandbox that is missing is wrong', { sandbox: { ...noSandbox, wanted: true } }, ['problem sandbox']],
  ['unless nobody asks for it', { sandbox: { ...noSandbox, wanted: false } }, []],
  [
    'so is a private network that is missing',
    { sandbox: { ...noNetwork, wanted: true, networkWanted: true } },
    ['problem sandbox'],
  ],
  ['unless nobody asks for that', { sandbox: { ...noNetwork, wanted: true, networkWanted: false } }, []],
  [
    'one that is asked for without a sandbox is worth knowing',
    { sandbox: { ...walled, wanted: false, networkWanted: true } },
    ['notice sandbox'],
  ],
  ['little room is worth knowing', { disk: { ...well.disk, freeBytes: 5e8 } }, ['notice disk']],
  ['too little is wrong', { disk: { ...well.disk, freeBytes: 5e7 } }, ['problem disk']],
  [
    'a disk that nothing can be written to is wrong, once',
    { disk: { ...well.disk, freeBytes: 0, refusal: { message: 'It is full.', hint: 'Make room.' } } },
    ['problem disk'],
  ],
  [
    'so is a database that cannot be read or written to',
    { database: { ...well.database, troubles: [{ message: 'It is locked.', hint: 'Let it go on.' }] } },
    ['problem database'],
  ],
  [
    'problems come first',
    {
      disk: { ...well.disk, freeBytes: 5e8 },
      database: { ...well.database, parked: [{ name: 'x', error: 'y', since: at }] },
    },
    ['problem database', 'notice disk'],
  ],
])('%s', (_what, facts, expected) => {
  const concerns = judgeHealth({ ...well, ...facts });
  expect(concerns.map(({ level, about }) => `${level} ${about}`)).toEqual(expected);
  for (const { message, hint } of concerns) expect([message, hint].join(' ')).not.toMatch(/undefined|null|NaN/);
});
