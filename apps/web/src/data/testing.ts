import { emptyDetails } from '@cw/task-formats';
import type { DetailName, TaskRow, TaskView } from './api-types.ts';
import { rowOf } from './row-patch.ts';

/** A ready task with what a test cares about; the rest is filled in. */
export function buildTask(overrides: Partial<TaskView> = {}): TaskView {
  return {
    ...(emptyDetails as Pick<TaskView, DetailName>),
    id: 'tk_000000000000',
    title: 'A task',
    description: '',
    acceptance: '',
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
    projectName: null,
    initiativeId: null,
    phaseId: null,
    dependencies: [],
    dependents: [],
    blockedBy: [],
    blockers: [],
    ready: true,
    artifacts: [],
    externalId: null,
    gateApprovedAt: null,
    gateApprovedBy: null,
    plan: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    startedAt: null,
    closedAt: null,
    closeReason: null,
    lease: null,
    revision: 1,
    state: 'ready',
    pending: null,
    ...overrides,
  };
}

/** The same as a row of a list. */
export function buildRow(overrides: Partial<TaskRow> = {}): TaskRow {
  return { ...rowOf(buildTask()), ...overrides };
}
