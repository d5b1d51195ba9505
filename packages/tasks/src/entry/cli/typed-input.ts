import type { CliContext, CliInput } from '@cw/entry';
import { ok, type Result } from '@cw/kernel';
import type { TextFailure } from '../../model/task-failure.ts';
import { decodeText } from '../../model/task-text.ts';

/** The description as typed, or from the file that was named. */
export async function typedDescription(
  input: CliInput,
  context: CliContext,
): Promise<Result<string | undefined, TextFailure>> {
  const path = input.option('description-file');
  if (path === undefined) return ok(input.option('description'));
  return decodeText('description', await context.readInput(path));
}
