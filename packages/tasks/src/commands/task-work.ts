import { err, ok, type Result } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { onlyTask } from '../model/look-up.ts';
import type { ProjectChoice } from '../model/project-choice.ts';
import type { Task } from '../model/task.ts';
import type { LookUpFailure, TaskFailure, UpdateFailure } from '../model/task-failure.ts';

export type TaskResult<T> = Result<T, TaskFailure>;

/** The task that a person's words name: an id, a start of one, or another tracker's id. */
export async function resolveTask(store: TaskStore, ref: string): Promise<Result<Task, LookUpFailure>> {
  const exact = wholeId.test(ref) ? await store.find(ref) : undefined;
  if (exact) return ok(exact);
  const found = await store.candidates(ref);
  if (found.length === 0) return err({ kind: 'task.not-found', ref, missed: await store.missed(ref) });
  const id = onlyTask(ref, found);
  return id.ok ? knownTask(store, id.value) : id;
}

const wholeId = /^tk_[0-9a-z]{12}$/;

/** The same where a task in the trash may be meant as well; one that is not there goes first. */
export async function resolveKeptOrDeleted(store: TaskStore, ref: string): Promise<Result<Task, LookUpFailure>> {
  const kept = await resolveTask(store, ref);
  if (kept.ok || kept.error.kind !== 'task.not-found') return kept;
  const id = onlyTask(ref, await store.trashCandidates(ref));
  const deleted = id.ok ? await store.findAny(id.value) : undefined;
  return deleted ? ok(deleted) : kept;
}

/** The task of a whole id. */
export async function knownTask(store: TaskStore, id: string): Promise<Result<Task, LookUpFailure>> {
  const task = await store.find(id);
  return task ? ok(task) : err({ kind: 'task.not-found', ref: id });
}

/** The project under an id, a start of one, or a name. */
export function resolveProject(store: TaskStore, ref: string): Promise<Result<ProjectChoice, UpdateFailure>> {
  return store.findProject(ref);
}
