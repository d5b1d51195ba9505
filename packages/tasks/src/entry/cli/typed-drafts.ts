import type { CliContext } from '@cw/entry';
import { err, type Result } from '@cw/kernel';
import { draftsInJson, type TaskDraft } from '@cw/task-formats';
import type { TextFailure } from '../../model/task-failure.ts';
import { readJson } from './typed-json.ts';

/** The tasks that a file of JSON, or standard input, holds. */
export async function readDrafts(
  context: CliContext,
  path: string,
): Promise<Result<readonly TaskDraft[], TextFailure>> {
  const json = await readJson(context, path);
  return json.ok ? typedDrafts(json.value, path) : json;
}

/** The same from JSON that was read already. */
export function typedDrafts(json: unknown, path: string): Result<readonly TaskDraft[], TextFailure> {
  const drafts = draftsInJson(json);
  return drafts.ok ? drafts : err({ kind: 'task.bad-plan', path, problem: drafts.error });
}
