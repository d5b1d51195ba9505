import type { CliInput } from '@cw/entry';

/** Labels given several times or separated by commas; undefined when none was given. */
export function typedLabels(input: CliInput, option = 'label'): readonly string[] | undefined {
  const given = input.optionList(option);
  if (given.length === 0) return undefined;
  return given.flatMap((text) => text.split(',')).filter((label) => label.trim() !== '');
}
