import { expect, test } from 'vitest';
import type { MergeRequestView } from '../../data/api-types.ts';
import { groupMerges } from './merge-groups.ts';

function merge(overrides: Partial<MergeRequestView>): MergeRequestView {
  return {
    id: 'mr_1',
    projectId: 'pr_1',
    projectName: 'fieldnote',
    taskId: 'tk_1',
    taskTitle: 'A task',
    runId: 'rn_1',
    priority: 'P2',
    branch: 'cw-task/tk_1/a-task',
    headSha: 'a',
    targetBranch: 'cw/next',
    state: 'queued',
    reason: null,
    conflictFiles: [],
    checks: [],
    verdict: 'pending',
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
  const [queue] = groupMerges([
    merge({ id: 'young', createdAt: '2026-01-02T00:00:00.000Z' }),
    merge({ id: 'old' }),
    merge({ id: 'urgent', priority: 'P0', createdAt: '2026-01-03T00:00:00.000Z' }),
    merge({ id: 'held', priority: 'P0', state: 'held' }),
    merge({ id: 'now', priority: 'P3', state: 'checking' }),
  ]);
  expect(queue?.merges.map((each) => each.id)).toEqual(['now', 'urgent', 'old', 'young', 'held']);
});

test('what conflicts or failed stands apart from what is through', () => {
  const groups = groupMerges([
    merge({ state: 'merged' }),
    merge({ state: 'conflict' }),
    merge({ state: 'checks-failed' }),
  ]);
  expect(groups.map((group) => [group.name, group.merges.length])).toEqual([
    ['Needs you', 2],
    ['Merged', 1],
  ]);
});
