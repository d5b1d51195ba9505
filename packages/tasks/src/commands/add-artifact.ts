import { type Act, ok, type RunLimit } from '@cw/kernel';
import { checkAddress, parseLine, parseWord } from '@cw/task-formats';
import type { TaskStore } from '../adapters/task-store.ts';
import type { TaskView } from '../model/task-view.ts';
import { resolveTask, type TaskResult } from './task-work.ts';
import { withinLimit } from './within-limit.ts';

export type ArtifactInput = {
  readonly task: string;
  /** One word: commit, file, report, link, or any other. */
  readonly kind: string;
  readonly value: string;
  /** How many of them the run that acts may make; absent: any number. */
  readonly limit?: RunLimit | undefined;
};

/** Notes something that a task made or used. To note it again changes nothing. */
export async function addArtifact(store: TaskStore, input: ArtifactInput, act: Act): Promise<TaskResult<TaskView>> {
  const task = await resolveTask(store, input.task);
  if (!task.ok) return task;
  const kind = parseWord('artifact', input.kind);
  if (!kind.ok) return kind;
  const value = parseLine('artifact', input.value, 2000);
  if (!value.ok) return value;
  const fit = checkAddress(kind.value, value.value);
  if (!fit.ok) return fit;
  const { limit } = input;
  const allowed = await withinLimit(store, { taskId: task.value.id, type: 'task.artifact-added', limit }, act);
  if (!allowed.ok) return allowed;
  const artifact = { kind: kind.value, value: value.value };
  if (await store.addArtifact(task.value, artifact.kind, artifact.value)) {
    const revision = await store.change(task.value, {});
    await store.append({ type: 'task.artifact-added', entity: task.value.id, payload: { ...artifact, revision } }, act);
  }
  return ok(await store.view(task.value.id));
}
