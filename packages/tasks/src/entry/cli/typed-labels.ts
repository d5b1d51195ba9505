import type { CliInput } from '@cw/entry';

/** Labels given several times or separated by commas; undefined when none was given. */
export function typedLabels(input: CliInput, option = 'label'): readonly string[] | undefined {
  const given = input.optionList(option);
  return given.length === 0 ? undefined : separateLabels(given);
}

/** Labels of which each text may hold several, separated by commas. */
export function separateLabels(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(',')).filter((label) => label.trim() !== '');
}
