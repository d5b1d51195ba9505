import { type Act, err, type Instant, ok } from '@cw/kernel';
import { parseLabels } from '@cw/task-formats';
import type { TaskStore } from '../adapters/task-store.ts';
import { checkMayAct, checkNotRunning, type TaskHolder } from '../model/claim-rules.ts';
import { checkMove } from '../model/legal-moves.ts';
import { parseReason } from '../model/parse-reason.ts';
import { checkPeopleOnly } from '../model/people-only.ts';
import { type WordsInput, wordChanges } from '../model/said-words.ts';
import { changesSince } from '../model/stale.ts';
import type { Task, TaskChanges } from '../model/task.ts';
import { type DetailsInput, detailChanges } from '../model/task-details.ts';
import type { TaskStatus, TaskView } from '../model/task-view.ts';
import { checkParent } from './add-dependency.ts';
import { applyChange } from './apply-change.ts';
import { claimTask } from './claim-task.ts';
import { resolveProject, resolveTask, type TaskResult } from './task-work.ts';

export type UpdateTaskInput = WordsInput &
  DetailsInput & {
    readonly task: string;
    readonly holder: TaskHolder;
    /** The revision that the caller saw; any other now refuses the update. */
    readonly revision?: number | undefined;
    /** Replaces all labels. */
    readonly labels?: readonly string[] | undefined;
    readonly addLabels?: readonly string[] | undefined;
    /** Each a label, or several separated by commas. */
    readonly removeLabels?: readonly string[] | undefined;
    /** Null takes it out from under its parent. */
    readonly parent?: string | null | undefined;
    readonly project?: string | null | undefined;
    /** `blocked` with a reason, or `open` again. Claiming and closing have verbs of their own. */
    readonly status?: TaskStatus | undefined;
    readonly reason?: string | undefined;
    /** Take it too, for the holder. */
    readonly claim?: boolean | undefined;
  };

/**
 * Changes fields of a task; what is not named stays, and an assignee of null takes it off the queue too. Everything is
 * checked before anything is written.
 */
export async function updateTask(store: TaskStore, input: UpdateTaskInput, act: Act): Promise<TaskResult<TaskView>> {
  const found = await findFresh(store, input);
  if (!found.ok) return found;
  const task = found.value;
  const fields = fieldChanges(task, input, { at: store.at, act });
  if (!fields.ok) return fields;
  const places = await placeChanges(store, task, input);
  if (!places.ok) return places;
  const status = statusChanges(store, task, input);
  if (!status.ok) return status;
  const type = status.value.status === 'blocked' ? 'task.blocked' : 'task.updated';
  const queue: TaskChanges = input.assignee === null && task.dispatch === 'assigned' ? { dispatch: 'manual' } : {};
  await applyChange(store, task, {
    type,
    changes: {
      ...fields.value,
      ...gateAnew(task, fields.value),
      ...places.value,
      ...queue,
      ...status.value,
    },
    act,
  });
  if (!input.claim) return ok(await store.view(task.id));
  return claimTask(store, { task: task.id, holder: input.holder }, act);
}

/** What becomes a gate was approved by nobody yet, also if it was one before. */
function gateAnew(task: Task, { gate }: TaskChanges): TaskChanges {
  return gate && !task.gate ? { gateApprovedAt: null, gateApprovedBy: null } : {};
}

/** A reason says something of a status only. */
function namesSomething({ task: _task, holder: _holder, revision: _seen, reason: _reason, ...rest }: UpdateTaskInput) {
  return Object.values(rest).some((value) => value !== undefined);
}

/** The task, at the revision that the caller saw. */
async function findFresh(store: TaskStore, input: UpdateTaskInput): Promise<TaskResult<Task>> {
  const found = await resolveTask(store, input.task);
  if (!found.ok) return found;
  const { id, revision } = found.value;
  const { revision: seen = revision } = input;
  if (seen !== revision) {
    const changes = changesSince(await store.events(id), seen);
    return err({ kind: 'task.stale', taskId: id, seen, revision, changes });
  }
  return namesSomething(input) ? found : err({ kind: 'task.nothing-named', taskId: id });
}

function fieldChanges(
  task: Task,
  input: UpdateTaskInput,
  { at, act }: { readonly at: Instant; readonly act: Act },
): TaskResult<TaskChanges> {
  const allowed = checkPeopleOnly(input, act.actor);
  if (!allowed.ok) return allowed;
  const words = wordChanges(input);
  if (!words.ok) return words;
  const labels = wantedLabels(task, input);
  if (!labels.ok) return labels;
  const details = detailChanges(input, { at, metadata: task.metadata });
  return details.ok ? ok({ ...words.value, ...labels.value, ...details.value }) : details;
}

function wantedLabels(task: Task, input: UpdateTaskInput): TaskResult<TaskChanges> {
  if (!(input.labels ?? input.addLabels ?? input.removeLabels)) return ok({});
  const removed = new Set((input.removeLabels ?? []).flatMap((text) => namedLabels(task, text)));
  const kept = (input.labels ?? task.labels).filter((label) => !removed.has(label));
  const labels = parseLabels([...kept, ...(input.addLabels ?? [])]);
  return labels.ok ? ok({ labels: labels.value }) : labels;
}

/** The labels that a text names: one of the task's own as a whole, else several separated by commas. */
function namedLabels({ labels }: Task, text: string): readonly string[] {
  const whole = text.trim();
  return labels.includes(whole) ? [whole] : whole.split(',').map((label) => label.trim());
}

async function placeChanges(store: TaskStore, task: Task, input: UpdateTaskInput): Promise<TaskResult<TaskChanges>> {
  const parentId = await wantedParent(store, task, input.parent);
  if (!parentId.ok) return parentId;
  const parent = parentId.value === undefined ? {} : { parentId: parentId.value };
  if (input.project === undefined) return ok(parent);
  const project = await projectChanges(store, task, input.project);
  return project.ok ? ok({ ...parent, ...project.value }) : project;
}

/** Work that has begun stays in its project: its branch and worktree are there. */
async function projectChanges(store: TaskStore, task: Task, ref: string | null): Promise<TaskResult<TaskChanges>> {
  const project = ref === null ? ok(null) : await resolveProject(store, ref);
  if (!project.ok) return project;
  const projectId = project.value?.id ?? null;
  if (projectId === task.projectId) return ok({});
  const running = checkNotRunning(task);
  if (!running.ok) return running;
  const startsBySelf = project.value?.dispatch === 'auto' && task.dispatch === 'manual' && task.projectId === null;
  return ok({ projectId, ...(startsBySelf ? { dispatch: 'auto' } : {}) });
}

async function wantedParent(
  store: TaskStore,
  task: Task,
  ref: string | null | undefined,
): Promise<TaskResult<string | null | undefined>> {
  if (ref === undefined || ref === null) return ok(ref);
  const parent = await resolveTask(store, ref);
  if (!parent.ok) return parent;
  if (parent.value.id === task.id) return err({ kind: 'task.self-dependency', taskId: task.id });
  const fits = await checkParent(store, { id: task.id, parent: parent.value });
  return fits.ok ? ok(parent.value.id) : fits;
}

function statusChanges(store: TaskStore, task: Task, input: UpdateTaskInput): TaskResult<TaskChanges> {
  if (input.status === undefined) return ok({});
  if (input.status !== 'blocked' && input.status !== 'open') {
    return err({ kind: 'task.status-by-verb', status: input.status });
  }
  const move = checkMove(task, input.status === 'blocked' ? 'block' : 'unblock');
  if (!move.ok) return move;
  const may = checkMayAct(task, input.holder, store.at);
  if (!may.ok) return may;
  const free: TaskChanges = { status: move.value, statusReason: null, leaseHolder: null, leaseExpiresAt: null };
  if (input.status === 'open') return ok(free);
  const reason = parseReason(input.reason ?? '');
  return reason.ok ? ok({ ...free, statusReason: reason.value, dispatch: 'manual' }) : reason;
}
