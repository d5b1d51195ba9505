import type { TaskRow } from '../../shared/api-types.ts';

/** A row for tests: an open task of middle priority, changed as asked. */
export function taskRow(overrides: Partial<TaskRow> = {}): TaskRow {
  return {
    id: 'tk_000000000000',
    title: 'A task',
    status: 'open',
    outcome: null,
    statusReason: null,
    priority: 'P2',
    type: 'task',
    assignee: null,
    dispatch: 'manual',
    labels: [],
    parentId: null,
    projectId: null,
    ready: true,
    estimate: null,
    dueAt: null,
    deferUntil: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    closedAt: null,
    lease: null,
    revision: 1,
    state: 'ready',
    blockedByCount: 0,
    dependentCount: 0,
    ...overrides,
  };
}
