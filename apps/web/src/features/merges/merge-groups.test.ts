import { expect, test } from 'vitest';
import type { MergeRequestView } from '../../data/api-types.ts';
import { groupMerges, matching } from './merge-groups.ts';

const now = Date.parse('2026-01-05T12:00:00.000Z');

function merge(overrides: Partial<MergeRequestView>): MergeRequestView {
  return {
    id: 'mr_1',
    projectId: 'pr_1',
    projectName: 'fieldnote',
    taskId: 'tk_1',
    taskTitle: 'A task',
    runId: 'rn_1',
    agentName: null,
    priority: 'P2',
    branch: 'cw-task/tk_1/a-task',
    headSha: 'a',
    targetBranch: 'cw/next',
    state: 'queued',
    reason: null,
    conflictFiles: [],
    checks: [],
    verdict: 'pending',
    failedCheck: null,
    mergeSha: null,
    pushed: false,
    attempt: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: null,
    endedAt: null,
    ...overrides,
  };
}

test('the one being merged stands first, then the queue by priority and age, then what is held', () => {
  const [queue] = groupMerges(
    [
      merge({ id: 'young', createdAt: '2026-01-02T00:00:00.000Z' }),
      merge({ id: 'old' }),
      merge({ id: 'urgent', priority: 'P0', createdAt: '2026-01-03T00:00:00.000Z' }),
      merge({ id: 'held', priority: 'P0', state: 'held' }),
      merge({ id: 'now', priority: 'P3', state: 'checking' }),
    ],
    now,
  );
  expect(queue?.merges.map((each) => each.id)).toEqual(['now', 'urgent', 'old', 'young', 'held']);
});

test('what conflicts or failed stands apart from what is through, which stands under its days', () => {
  const groups = groupMerges(
    [
      merge({ state: 'merged', endedAt: '2026-01-04T11:00:00.000Z' }),
      merge({ state: 'merged', endedAt: '2026-01-05T10:00:00.000Z' }),
      merge({ state: 'cancelled', endedAt: '2026-01-05T11:00:00.000Z' }),
      merge({ state: 'conflict' }),
      merge({ state: 'checks-failed' }),
    ],
    now,
  );
  expect(groups.map((group) => [group.name, group.merges.length])).toEqual([
    ['Needs you', 2],
    ['Today', 2],
    ['Yesterday', 1],
  ]);
});

test('words find what has all of them in its title, branch, agent or project', () => {
  const merges = [
    merge({ id: 'a', taskTitle: 'Add a note', agentName: 'rook-1' }),
    merge({ id: 'b', taskTitle: 'Add' }),
  ];
  expect(matching(merges, 'add ROOK').map(({ id }) => id)).toEqual(['a']);
  expect(matching(merges, undefined)).toHaveLength(2);
});
