import { type Act, err, ok } from '@cw/kernel';
import { type PlanContent, type PlanWords, planText, writtenPlan } from '@cw/task-formats';
import type { TaskStore } from '../adapters/task-store.ts';
import type { Task } from '../model/task.ts';
import type { PlanView } from '../model/task-view.ts';
import { applyChange } from './apply-change.ts';
import { resolveTask, type TaskResult } from './task-work.ts';

export type PlanInput = PlanWords & {
  readonly task: string;
  /** Digest of the plan that the caller saw, empty for none; any other now refuses the change. */
  readonly seen?: string | undefined;
};

/** Writes how a task is to be done; what is not named stays. An approval of what it said before is void. */
export async function setPlan(store: TaskStore, input: PlanInput, act: Act): Promise<TaskResult<PlanView>> {
  const task = await resolveTask(store, input.task);
  if (!task.ok) return task;
  const current = await store.plan(task.value.id);
  const digest = current?.digest ?? '';
  if (input.seen !== undefined && input.seen !== digest) return err({ kind: 'task.plan-stale', taskId: task.value.id });
  const content = writtenPlan(current, input);
  if (!content.ok) return content;
  if (current === null || planText(content.value) !== planText(current)) {
    await store.setPlan(task.value, { ...content.value, writtenBy: act.actor.name });
    await tellPlan(store, { task: task.value, before: current, after: content.value }, act);
  }
  return writtenNow(store, task.value);
}

async function tellPlan(
  store: TaskStore,
  told: { readonly task: Task; readonly before: PlanView | null; readonly after: PlanContent },
  act: Act,
): Promise<void> {
  const { task, before, after } = told;
  const revision = await store.change(task, { planApproved: false });
  const voided = task.planApproved;
  const payload = {
    revision,
    before: { plan: before && contentOf(before), ...(voided ? { planApproved: true } : {}) },
    after: { plan: after, ...(voided ? { planApproved: false } : {}) },
  };
  await store.append({ type: 'task.plan-set', entity: task.id, payload }, act);
}

function contentOf({ goal, approach, alternatives, steps, files }: PlanContent): PlanContent {
  return { goal, approach, alternatives, steps, files };
}

export type ApproveInput = {
  readonly task: string;
  /** Of the plan that the person read; at least six of its characters. */
  readonly digest: string;
};

/** Says that a task may be done as its plan tells. People only, and only of what they saw: another digest refuses it. */
export async function approvePlan(store: TaskStore, input: ApproveInput, act: Act): Promise<TaskResult<PlanView>> {
  if (act.actor.kind !== 'user') return err({ kind: 'task.people-only', action: 'approve-plan' });
  const task = await resolveTask(store, input.task);
  if (!task.ok) return task;
  const taskId = task.value.id;
  const plan = await store.plan(taskId);
  if (!plan) return err({ kind: 'task.no-plan', taskId });
  if (input.digest.length < 6 || !plan.digest.startsWith(input.digest)) {
    return err({ kind: 'task.plan-changed', taskId, seen: input.digest, digest: plan.digest });
  }
  if (plan.approvedAt === null) {
    await store.approvePlan(task.value, act.actor.name);
    await applyChange(store, task.value, { type: 'task.plan-approved', changes: { planApproved: true }, act });
  }
  return writtenNow(store, task.value);
}

async function writtenNow(store: TaskStore, task: Task): Promise<TaskResult<PlanView>> {
  const plan = await store.plan(task.id);
  return plan ? ok(plan) : err({ kind: 'task.no-plan', taskId: task.id });
}
