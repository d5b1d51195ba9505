import { describe, expect, test } from 'vitest';
import {
  groupKept,
  loggedMerge,
  loggedRun,
  whyKeepCrash,
  whyKeepLog,
  whyKeepRef,
  whyKeepSetAside,
  whyKeepTree,
} from './cleaning.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = 1_000 * day;
const closed = (ago: number) => ({ closedAt: now - ago, atWork: false });

describe('what is over', () => {
  test.each<[string, string | null, string | null]>([
    ['a worktree of a task closed long ago may go', whyKeepTree(closed(25 * hour), 24, now), null],
    ['one of a task closed today stays', whyKeepTree(closed(hour), 24, now), 'task closed less than 24 hours ago'],
    ['one of an open task stays', whyKeepTree({ closedAt: null, atWork: false }, 24, now), 'task not closed'],
    [
      'one at work stays, whatever its task says',
      whyKeepTree({ closedAt: 0, atWork: true }, 24, now),
      'a run or a merge is using it',
    ],
    ['all stay where that is set', whyKeepTree(closed(99 * day), 0, now), 'cleanup.worktrees keeps all'],
    ['a log of a run that went well may go', whyKeepLog(loggedRun(now - 31 * day, 'done'), 30, now), null],
    ['one of last week stays', whyKeepLog(loggedRun(now - day, 'done'), 30, now), 'run ended less than 30 days ago'],
    ['one of a run that failed stays for ever', whyKeepLog(loggedRun(0, 'failed'), 30, now), 'run failed'],
    ['one of a run that vanished too', whyKeepLog(loggedRun(0, 'lost'), 30, now), 'run failed'],
    ['one of a run under way stays', whyKeepLog(loggedRun(null, null), 30, now), 'run not ended'],
    ['one of nobody stays', whyKeepLog(undefined, 30, now), 'it belongs to nothing known in this workspace'],
    ['one of a merge may go', whyKeepLog(loggedMerge(now - 31 * day, 'merged'), 30, now), null],
    ['one of checks that failed stays', whyKeepLog(loggedMerge(0, 'checks-failed'), 30, now), 'merge failed'],
    ['logs stay where that is set', whyKeepLog(loggedRun(0, 'done'), 0, now), 'cleanup.logs keeps all'],
    ['a ref of a task closed long ago may go', whyKeepRef(closed(91 * day), 90, now), null],
    ['one closed yesterday stays', whyKeepRef(closed(day / 2), 1, now), 'task closed less than a day ago'],
    ['one of an open task stays', whyKeepRef({ closedAt: null, atWork: false }, 90, now), 'task not closed'],
    ['one of nobody stays', whyKeepRef(undefined, 90, now), 'it belongs to nothing known in this workspace'],
    ['an old report of a crash may go', whyKeepCrash(now - 31 * day, 30, now), null],
    ['a new one stays', whyKeepCrash(now - day, 30, now), 'it was written less than 30 days ago'],
    ['reports stay where logs do', whyKeepCrash(0, 0, now), 'cleanup.logs keeps all'],
    [
      'what was set aside stays unless somebody wants it gone',
      whyKeepSetAside(closed(999 * day), 0, now),
      'cleanup.setAside keeps all',
    ],
    ['it goes after the time that was set', whyKeepSetAside(closed(8 * day), 7, now), null],
    ['it stays while its task is open', whyKeepSetAside({ closedAt: null, atWork: false }, 7, now), 'task not closed'],
    [
      'and where nobody knows whose it is',
      whyKeepSetAside(undefined, 7, now),
      'it belongs to no known task of this workspace',
    ],
  ])('%s', (_name, why, expected) => {
    expect(why).toBe(expected);
  });

  test('is told in groups, with some of the things', () => {
    const kept = Array.from({ length: 25 }, (_, n) => ({ kind: 'log', thing: `rn_${n}`, why: 'run failed' }) as const);
    const groups = groupKept([...kept, { kind: 'ref', thing: 'refs/x', why: 'task not closed' }]);
    expect(groups).toMatchObject([
      { kind: 'log', why: 'run failed', count: 25 },
      { kind: 'ref', count: 1, things: ['refs/x'] },
    ]);
    expect(groups[0]?.things).toHaveLength(20);
  });
});
