import { type CliContext, type CliInput, didYouMean, type Refusal } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { findByStart } from '@cw/storage';
import { type PlaceIds, wholeIds } from '@cw/tasks';

/** The whole ids of the task and the project that a line names in its options. */
export function placeNamed(input: CliInput, { workspace }: CliContext): Promise<Result<PlaceIds, Refusal>> {
  return wholeIds(workspace.storage.read, { task: input.option('task'), project: input.option('project') });
}

/** The whole id of the run that a line names; of what runs are, this room knows only that. */
export async function runNamed(
  run: string | undefined,
  { workspace }: CliContext,
): Promise<Result<string | undefined, Refusal>> {
  if (run === undefined) return ok(undefined);
  const found = await findByStart(workspace.storage.read, { kind: 'run', from: 'run_view' }, run);
  if (found.ok) return found;
  const { matches, meant } = found.error;
  return err({
    code: matches.length === 0 ? 'run.not-found' : 'run.ambiguous',
    message: matches.length === 0 ? `Run “${run}” not found.` : `“${run}” matches several ids: ${matches.join(', ')}.`,
    hint: matches.length === 0 ? didYouMean(meant) : 'Type more of the id.',
    kind: matches.length === 0 ? 'not-found' : 'usage',
  });
}
