import { type Act, err, ok, type Result, type RunLimit } from '@cw/kernel';
import { parseLine, parsePaths, parseSaidText, parseWord } from '@cw/task-formats';
import type { NewCheckpoint, TaskStore } from '../adapters/task-store.ts';
import type { TaskFailure } from '../model/task-failure.ts';
import type { CheckpointView } from '../model/task-view.ts';
import { resolveTask, type TaskResult } from './task-work.ts';
import { withinLimit } from './within-limit.ts';

export type CheckpointInput = {
  readonly task: string;
  /** plan, progress, decision, error, handoff, note or a word of one's own. @defaultValue 'progress' */
  readonly type?: string | undefined;
  readonly text: string;
  /** Paths that matter for going on. */
  readonly files?: readonly string[] | undefined;
  /** The commit that holds the work up to here. */
  readonly commit?: string | undefined;
  /** How many of them the run that acts may make; absent: any number. */
  readonly limit?: RunLimit | undefined;
};

/** Records a point in the work on a task from which it can go on. It changes nothing about the task. */
export async function addCheckpoint(
  store: TaskStore,
  input: CheckpointInput,
  act: Act,
): Promise<TaskResult<CheckpointView>> {
  const task = await resolveTask(store, input.task);
  if (!task.ok) return task;
  const words = readWords(input);
  if (!words.ok) return words;
  const { id: taskId } = task.value;
  const allowed = await withinLimit(store, { taskId, type: 'task.checkpointed', limit: input.limit }, act);
  if (!allowed.ok) return allowed;
  const checkpoint = await store.addCheckpoint(task.value, {
    ...words.value,
    id: store.ids('checkpoint'),
    author: act.actor.name,
    runId: act.runId ?? null,
  });
  const { id: checkpointId, sequence, type } = checkpoint;
  await store.append({ type: 'task.checkpointed', entity: taskId, payload: { checkpointId, sequence, type } }, act);
  return ok(checkpoint);
}

type Words = Pick<NewCheckpoint, 'type' | 'text' | 'files' | 'commit'>;

function readWords(input: CheckpointInput): Result<Words, TaskFailure> {
  const type = parseWord('checkpoint', input.type ?? 'progress');
  if (!type.ok) return type;
  const text = parseSaidText('checkpoint', input.text);
  if (!text.ok) return text;
  const files = parsePaths(input.files ?? []);
  if (!files.ok) return files;
  const commit = input.commit === undefined ? ok(null) : parseLine('commit', input.commit, 64);
  if (!commit.ok) return commit;
  if (commit.value !== null && !/^[0-9a-f]{4,64}$/i.test(commit.value)) {
    return err({ kind: 'task.bad-word', field: 'commit', text: commit.value });
  }
  return ok({ type: type.value, text: text.value, files: files.value, commit: commit.value });
}
