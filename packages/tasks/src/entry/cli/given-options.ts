import type { CliInput, CliOption } from '@cw/entry';

/** Whether a line uses an option, in whatever way the option is used. */
export function isGiven(input: CliInput, { name, value, repeatable }: CliOption): boolean {
  if (value === undefined) return input.flag(name);
  return repeatable ? input.optionList(name).length > 0 : input.option(name) !== undefined;
}
