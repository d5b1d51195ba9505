import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { CliCommand } from '@cw/entry';
import { taskCommands } from '@cw/tasks/cli';
import { execute, type Invocation } from './execute.ts';
import { cliInput, globalOptions, globalsOf } from './input.ts';
import { namedBy } from './names.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs a task command whose line is regular, without loading the full program: start-up is most of what such a
 * command costs. Whatever is not regular (help, a misspelling, a missing argument) is left to the full program.
 * @returns the exit code, or undefined when the line was not for here.
 */
export async function runFast(argv: readonly string[], terminal?: Terminal): Promise<number | undefined> {
  const invocation = parseFast(taskCommands, argv);
  return invocation === undefined ? undefined : execute(invocation, terminal);
}

/** The command a line names and what it gives it, or undefined where anything about the line is out of the ordinary. */
export function parseFast(commands: readonly CliCommand[], argv: readonly string[]): Invocation | undefined {
  const named = namedBy(commands, argv);
  if (named === undefined) return undefined;
  const { command } = named;
  const args = argv.slice(named.words);
  const parsed = parsePlain(command, args) ?? parseRegular(command, args);
  if (parsed === undefined || !fits(command, parsed.positionals.length)) return undefined;
  const isOne = (choices: readonly string[] | undefined, value: unknown) =>
    choices === undefined || [value].flat().every((word) => typeof word !== 'string' || choices.includes(word));
  const known =
    (command.options ?? []).every(({ name, choices }) => isOne(choices, parsed.values[name])) &&
    (command.arguments ?? []).every(({ choices }, index) => isOne(choices, parsed.positionals[index]));
  if (!known || parsed.values.help === true) return undefined;
  return {
    command,
    input: cliInput(command, parsed.positionals, parsed.values),
    globals: globalsOf(parsed.values),
  };
}

type Regular = {
  readonly positionals: string[];
  readonly values: Record<string, string | boolean | string[] | undefined>;
};

type Option = NonNullable<CliCommand['options']>[number];

/**
 * Reads a line of whole words only, `--limit 20`, `-p 1` and `--json`; undefined where there is more to it. Most lines
 * are like this, and loading Node's reader takes longer than reading the database.
 */
function parsePlain(command: CliCommand, args: readonly string[]): Regular | undefined {
  const options: readonly Option[] = [...globalOptions, ...(command.options ?? [])];
  const positionals: string[] = [];
  const values: Regular['values'] = {};
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (!word.startsWith('-')) {
      positionals.push(word);
      continue;
    }
    const option = options.find(
      ({ name, short }) => word === `--${name}` || (short !== undefined && word === `-${short}`),
    );
    if (option === undefined) return undefined;
    if (option.value === undefined) {
      values[option.name] = true;
      continue;
    }
    at += 1;
    const value = args[at];
    if (value === undefined || value.startsWith('-')) return undefined;
    const before = values[option.name];
    values[option.name] = option.repeatable ? [...(Array.isArray(before) ? before : []), value] : value;
  }
  return { positionals, values };
}

function parseRegular(command: CliCommand, args: string[]): Regular | undefined {
  const options: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean', short: 'h' } };
  for (const option of [...globalOptions, ...(command.options ?? [])]) {
    options[option.name] = {
      type: 'value' in option && option.value !== undefined ? 'string' : 'boolean',
      ...('short' in option && option.short !== undefined ? { short: option.short } : {}),
      ...('repeatable' in option && option.repeatable === true ? { multiple: true } : {}),
    };
  }
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true, strict: true });
    return { positionals, values: values as Regular['values'] };
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      return undefined;
    throw error;
  }
}

function fits(command: CliCommand, count: number): boolean {
  const places = command.arguments ?? [];
  const least = places.filter((place) => place.required !== false).length;
  const most = places.some((place) => place.variadic) ? Number.POSITIVE_INFINITY : places.length;
  return count >= least && count <= most;
}
