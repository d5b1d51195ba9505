import type { CliCommand } from '@cw/entry';

/** The words a command goes by: its path first, then its aliases. */
export function namesOf(command: CliCommand): readonly (readonly string[])[] {
  return [command.path, ...(command.aliases ?? []).map((alias) => alias.split(' '))];
}

/** The command that the first words of a line name, by the longest name that fits, and how many words that takes. */
export function namedBy(
  commands: readonly CliCommand[],
  argv: readonly string[],
): { readonly command: CliCommand; readonly words: number } | undefined {
  let found: { readonly command: CliCommand; readonly words: number } | undefined;
  for (const command of commands) {
    for (const name of namesOf(command)) {
      if (name.length > (found?.words ?? 0) && name.every((word, index) => argv[index] === word)) {
        found = { command, words: name.length };
      }
    }
  }
  return found;
}
