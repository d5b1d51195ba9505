import type { CliInput } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import type { TextFailure } from '../../model/task-failure.ts';

/**
 * Refuses a line that says one thing in more than one place.
 * @param options names of options that each say it.
 * @param argument the argument that says it too, where there is one.
 */
export function onlyOne(
  input: CliInput,
  options: readonly string[],
  argument?: string,
): Result<void, Extract<TextFailure, { kind: 'task.said-twice' }>> {
  const places = options.filter((name) => input.option(name) !== undefined).map((name) => `--${name}`);
  if (argument !== undefined && input.argumentList(argument).length > 0) places.unshift(`<${argument}>`);
  return places.length > 1 ? err({ kind: 'task.said-twice', places }) : ok(undefined);
}
