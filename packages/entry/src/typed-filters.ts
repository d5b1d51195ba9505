import type { CliInput } from './cli-command.ts';
import { plainLine } from './text-table.ts';

/**
 * The filters of a line as they were typed, for an empty answer to say what let nothing through; empty where there are none.
 * @param names of options, those without a value in brackets: `['task', '[active]']`
 */
export function typedFilters(input: CliInput, names: readonly string[]): string {
  const typed = names.flatMap((name) => {
    const flag = /^\[(.*)\]$/.exec(name)?.[1];
    if (flag !== undefined) return input.flag(flag) ? [`--${flag}`] : [];
    return input.optionList(name).map((value) => `--${name} ${value}`);
  });
  return plainLine(typed.join(' '));
}
