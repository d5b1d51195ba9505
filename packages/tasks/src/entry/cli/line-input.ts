import type { CliCommand, CliInput } from '@cw/entry';
import { err, nearest, ok, type Result } from '@cw/kernel';

type Option = NonNullable<CliCommand['options']>[number];
export type Value = string | true | readonly string[];
export type Given = { readonly positionals: readonly string[]; readonly values: ReadonlyMap<string, Value> };

/** What the words of a line give a command, or what is wrong with them, in words. */
export function readWords(command: CliCommand, words: readonly string[]): Result<Given, string> {
  const positionals: string[] = [];
  const values = new Map<string, Value>();
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') positionals.push(...rest.splice(0));
    else if (!word.startsWith('-') || word === '-') positionals.push(word);
    else {
      const read = readOption(command, word, rest);
      if (!read.ok) return read;
      const { option, value } = read.value;
      values.set(option.name, option.repeatable ? [...listed(values.get(option.name)), ...listed(value)] : value);
    }
  }
  return ok({ positionals, values });
}

/** An option with its value, which is joined to it or the next word: that one is taken from `rest`. */
function readOption(
  command: CliCommand,
  word: string,
  rest: string[],
): Result<{ readonly option: Option; readonly value: string | true }, string> {
  const [, name = word, joined] = /^(--[^=]+|-[^-])=?(.*)$/s.exec(word) ?? [];
  const isJoined = joined !== undefined && word.length > name.length;
  const option = optionCalled(command, name);
  if (option === undefined) return err(unknownOption(command, name));
  if (option.value === undefined) return isJoined ? err(`${name} takes no value`) : ok({ option, value: true });
  const value = isJoined ? joined : rest.shift();
  return value === undefined ? err(`${name} needs a value`) : ok({ option, value });
}

/** A command as lines of a batch name it. */
export function saidOf({ path }: CliCommand): string {
  return path.filter((word) => word !== 'task').join(' ');
}

function optionCalled(command: CliCommand, dashed: string): Option | undefined {
  return (command.options ?? []).find(({ name, short }) => dashed === `--${name}` || dashed === `-${short}`);
}

function unknownOption(command: CliCommand, dashed: string): string {
  const meant = nearest(
    dashed,
    (command.options ?? []).map(({ name }) => `--${name}`),
  );
  return `${dashed} is no option of ${saidOf(command)}${meant === undefined ? '' : ` (did you mean ${meant}?)`}`;
}

export function listed(value: Value | undefined): readonly string[] {
  if (value === undefined || value === true) return [];
  return typeof value === 'string' ? [value] : value;
}

/** The input of a command from what a line gives it, or what is missing or out of range, in words. */
export function lineInput(command: CliCommand, { positionals, values }: Given): Result<CliInput, string> {
  const places = command.arguments ?? [];
  const missing = places.find((place, index) => place.required !== false && positionals[index] === undefined);
  if (missing) return err(`${saidOf(command)} needs <${missing.name}>: ${missing.description}`);
  const last = places.at(-1);
  if (positionals.length > places.length && !last?.variadic)
    return err(`unexpected argument "${positionals[places.length]}"`);
  for (const { name, choices } of command.options ?? []) {
    const wrong = listed(values.get(name)).find((value) => choices !== undefined && !choices.includes(value));
    if (wrong !== undefined) return err(`"${wrong}" is not a valid ${name}: ${choices?.join(', ')}`);
  }
  const place = (name: string) => places.findIndex((one) => one.name === name);
  return ok({
    argument: (name) => positionals[place(name)] ?? '',
    optionalArgument: (name) => positionals[place(name)],
    argumentList: (name) => positionals.slice(place(name)),
    option: (name) => {
      const value = values.get(name);
      return typeof value === 'string' ? value : undefined;
    },
    optionList: (name) => listed(values.get(name)),
    flag: (name) => values.get(name) === true,
  });
}
