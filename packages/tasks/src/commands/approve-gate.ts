import { type Act, err, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import type { Consequences, TaskView } from '../model/task-view.ts';
import { applyChange } from './apply-change.ts';
import { withConsequences } from './consequences.ts';
import { resolveTask, type TaskResult } from './task-work.ts';

export type ApproveGateInput = { readonly task: string };

/** Says that others may build on what came of a task that is a gate. People only, and only once it is closed. */
export async function approveGate(
  store: TaskStore,
  input: ApproveGateInput,
  act: Act,
): Promise<TaskResult<ApprovedGate>> {
  if (act.actor.kind !== 'user') return err({ kind: 'task.people-only', action: 'approve-gate' });
  const found = await resolveTask(store, input.task);
  if (!found.ok) return found;
  const task = found.value;
  if (!task.gate) return err({ kind: 'task.no-gate', taskId: task.id });
  if (task.status !== 'closed') return err({ kind: 'task.not-closed', taskId: task.id, status: task.status });
  const { name } = act.actor;
  const change = async () => {
    const changes = { gateApprovedAt: store.at, gateApprovedBy: name };
    if (task.gateApprovedAt === null) await applyChange(store, task, { type: 'task.gate-approved', changes, act });
    return ok(undefined);
  };
  const approved = await withConsequences(store, { ids: [task.id], change }, act);
  return approved.ok ? ok({ ...(await store.view(task.id)), consequences: approved.value.consequences }) : approved;
}

/** A gate that is open, with what that means for others. */
export type ApprovedGate = TaskView & { readonly consequences: Consequences };
