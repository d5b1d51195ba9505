import type { CliCommand } from '@cw/entry';
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { version } from '../version.ts';
import { allCommands, groups } from './catalog.ts';
import { execute, exitCodes, type Invocation } from './execute.ts';
import { cliInput, globalOptions, globalsOf, type Values } from './input.ts';
import { namesOf } from './names.ts';
import { printRefusal, printText } from './output.ts';
import { isTerminal } from './style.ts';
import { processTerminal, type Terminal } from './terminal.ts';
import { usageRefusal } from './usage.ts';

/** Runs any command line: help, suggestions and usage errors included. Answers the exit code. */
export async function runFull(typed: readonly string[], terminal = processTerminal()): Promise<number> {
  const glance = typed.length === 0 ? await statusHere(terminal) : undefined;
  if (glance !== undefined) return execute(glance, terminal);
  let help = '';
  const code = await runParsed(askedFor(typed), terminal, (text) => {
    help += text;
  });
  if (help !== '') await printText(help, { pager: !typed.includes('--no-pager') }, terminal);
  return code;
}

/** @param onHelp given what is said for help */
async function runParsed(argv: readonly string[], terminal: Terminal, onHelp: (text: string) => void): Promise<number> {
  const json = argv.includes('--json');
  let code: number = exitCodes.done;
  let complaint = '';
  const hooks: Hooks = {
    onRun: async (command, positionals, values) => {
      code = await execute(
        { command, input: cliInput(command, positionals, values), globals: globalsOf(values) },
        terminal,
      );
    },
    onError: (text) => {
      complaint += text;
    },
    onOutput: onHelp,
  };
  const program = programFor(argv, hooks);
  const group = bareGroup(program, argv);
  if (group !== undefined && !json) {
    group.outputHelp();
    return exitCodes.done;
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCodes.done;
    if (error.code === 'commander.help' && !json) {
      terminal.err(complaint);
      return exitCodes.usage;
    }
    printRefusal(
      usageRefusal(error.code === 'commander.help' ? noCommand : complaint || error.message, argv),
      json,
      terminal,
    );
    return exitCodes.usage;
  }
}

/** `cw` alone, in the repository of a project, is `cw status`. */
async function statusHere(terminal: Terminal): Promise<Invocation | undefined> {
  const command = allCommands.find(({ path }) => path.join(' ') === 'status');
  if (command === undefined || !(await (await import('./stands-in-project.ts')).standsInProject(terminal)))
    return undefined;
  return { command, input: cliInput(command, [], {}), globals: globalsOf({}) };
}

/** A line that asks for help before it names what it is about, `cw help task list`, the other way round. */
function askedFor(argv: readonly string[]): readonly string[] {
  const [first = '', ...about] = argv;
  if (!['help', '--help', '-h'].includes(first) || about.length === 0) return argv;
  const words = about.filter((word) => !word.startsWith('-'));
  const isNamed = allCommands.flatMap(namesOf).some((name) => beginsWith(name, words));
  return isNamed ? [...words, '--help'] : argv;
}

/** Said to programs where a line ends before it has named a command; people are shown the help. */
const noCommand = 'error: the line names no command';

type Hooks = {
  readonly onRun: (command: CliCommand, positionals: readonly string[], values: Values) => Promise<void>;
  readonly onError: (text: string) => void;
  readonly onOutput: (text: string) => void;
};

/** The program as far as a line can be about it: to make all commands takes longer than to read the database. */
function programFor(argv: readonly string[], hooks: Hooks): Command {
  const { commands, count } = commandsUnder(argv);
  const rest = argv.slice(count);
  const [next = ''] = rest;
  const isCommand = commands.flatMap(namesOf).some((name) => name.length === count && beginsWith(argv, name));
  const namesNoOther = rest.every((word) => word.startsWith('-')) || !(next.startsWith('-') || next === 'help');
  return buildProgram(commands, hooks, namesNoOther && !isCommand ? count : undefined);
}

/** The commands whose names begin as the line does, by as many words as there are some, and how many words that is. */
function commandsUnder(argv: readonly string[]): { readonly commands: readonly CliCommand[]; readonly count: number } {
  let [commands, count] = [allCommands, 0];
  while (count < argv.length) {
    const words = argv.slice(0, count + 1);
    const next = commands.filter((command) => namesOf(command).some((name) => beginsWith(name, words)));
    if (next.length === 0) break;
    [commands, count] = [next, count + 1];
  }
  return { commands, count };
}

function beginsWith(line: readonly string[], words: readonly string[]): boolean {
  return words.every((word, index) => line[index] === word);
}

/**
 * The program as commander sees it, made from a list of commands.
 * @param depth of the group that all of it is for: what is in it is made as far as the help of the group tells of it
 */
export function buildProgram(commands: readonly CliCommand[], hooks: Hooks, depth = Number.POSITIVE_INFINITY): Command {
  const program = top(hooks);
  for (const command of commands) {
    for (const [first = [], ...others] of byGroup(namesOf(command))) {
      const groups = first.slice(0, -1).slice(0, depth + 1);
      const parent = groups.reduce((at, word) => groupUnder(at, word, { hooks, commands }), program);
      if (first.length > depth + 1) continue;
      const made = leaf(command, { word: first.at(-1) ?? '', hooks });
      if (depth === Number.POSITIVE_INFINITY) addOptions(made, command);
      for (const name of others) made.alias(name.at(-1) ?? '');
      parent.addCommand(made, { hidden: first.length === 1 && first !== command.path });
    }
  }
  return program;
}

function top(hooks: Hooks): Command {
  return prepare(new Command('cw'), hooks)
    .description('Run a team of coding agents on your repositories, and stay in control.')
    .version(version, '-V, --version', 'print the version')
    .helpCommand(true)
    .addHelpText(
      'after',
      () =>
        `${shortForms(allCommands)}\nParts that stay running:\n  cw --server [--port <n>] [--open]   the dashboard and the agents\n  cw mcp                              MCP server for agents, over standard input and output`,
    );
}

function prepare(command: Command, hooks: Hooks): Command {
  command
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: hooks.onOutput,
      writeErr: (text) => hooks.onError(text),
      outputError: (text) => hooks.onError(text),
      getOutHelpWidth: () => columnsOf(1),
      getErrHelpWidth: () => columnsOf(2),
      getOutHasColors: () => true,
      getErrHasColors: () => true,
    });
  for (const option of globalOptions) command.addOption(toOption(option));
  return command;
}

/** How wide a help is; commander would load Node's streams to tell that there is no terminal. */
function columnsOf(fd: 1 | 2): number {
  const columns = isTerminal(fd) ? (fd === 1 ? process.stdout : process.stderr).columns : undefined;
  return columns ?? usualColumns;
}

const usualColumns = 80;

/** Names of one command, those of the same group together: in each group it stands once. */
function byGroup(names: readonly (readonly string[])[]): readonly (readonly (readonly string[])[])[] {
  const groups = new Map<string, (readonly string[])[]>();
  for (const name of names) {
    const group = name.slice(0, -1).join(' ');
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return [...groups.values()];
}

/** The names that a command has beside its path, and which stand in no list of commands. */
function shortForms(commands: readonly CliCommand[]): string {
  const forms = commands.flatMap((command) => {
    const group = command.path.slice(0, -1).join(' ');
    const elsewhere = (command.aliases ?? []).filter((alias) => alias.split(' ').slice(0, -1).join(' ') !== group);
    return elsewhere.length === 0 ? [] : [[elsewhere.join(', '), command.path.join(' ')] as const];
  });
  const width = Math.max(0, ...forms.map(([form]) => form.length));
  return forms.length === 0
    ? ''
    : `\nShort forms:\n${forms.map(([form, path]) => `  ${form.padEnd(width)}  cw ${path}\n`).join('')}`;
}

type Around = { readonly hooks: Hooks; readonly commands: readonly CliCommand[] };

/** A group that only aliases are in is left out of the list of commands, as they are. */
function groupUnder(parent: Command, word: string, { hooks, commands }: Around): Command {
  const found = parent.commands.find((command) => command.name() === word);
  if (found) return found;
  const group = prepare(new Command(word), hooks).description(groups[word] ?? '');
  const isTop = parent.parent === null;
  parent.addCommand(group, { hidden: isTop && !commands.some(({ path }) => path[0] === word) });
  return group;
}

function leaf(command: CliCommand, { word, hooks }: { readonly word: string; readonly hooks: Hooks }): Command {
  const made = prepare(new Command(word), hooks).description(command.summary);
  for (const argument of command.arguments ?? []) {
    const name = argument.variadic ? `${argument.name}...` : argument.name;
    const place = new Argument(argument.required === false ? `[${name}]` : `<${name}>`, argument.description);
    made.addArgument(argument.choices ? place.choices([...argument.choices]) : place);
  }
  if (command.aliases) made.addHelpText('after', `\nAlso: ${command.aliases.map((alias) => `cw ${alias}`).join(', ')}`);
  if (command.examples)
    made.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  ${line}`).join('\n')}`);
  made.action(async (..._given: unknown[]) => {
    await hooks.onRun(command, made.args, byName(made));
  });
  return made;
}

function addOptions(made: Command, { options = [] }: CliCommand): void {
  for (const option of options) made.addOption(toOption(option));
}

function toOption(option: NonNullable<CliCommand['options']>[number]): Option {
  const short = option.short === undefined ? '' : `-${option.short}, `;
  const made = new Option(
    `${short}--${option.name}${option.value === undefined ? '' : ` ${option.value}`}`,
    option.description,
  );
  if (option.choices) made.choices([...option.choices]);
  if (option.repeatable) {
    made.argParser<string[]>((value, before) => {
      if (option.choices?.includes(value) === false) {
        throw new InvalidArgumentError(`Allowed choices are ${option.choices.join(', ')}.`);
      }
      return [...(before ?? []), value];
    });
  }
  return made;
}

/** Option values under the names the commands use: commander's own are in camel case. */
function byName(command: Command): Values {
  const values: Record<string, Values[string]> = {};
  for (let at: Command | null = command; at !== null; at = at.parent) {
    for (const option of at.options) {
      const stored = at.getOptionValue(option.attributeName());
      // Commander keeps `--no-pager` as the value of `pager`.
      const value = option.negate ? stored === false || undefined : stored;
      const name = option.long?.replace(/^--/, '');
      if (name !== undefined && value !== undefined && values[name] === undefined) values[name] = value;
    }
  }
  return values;
}

/** The group whose help is wanted when a line names it and nothing else: `cw`, `cw task`. */
function bareGroup(program: Command, argv: readonly string[]): Command | undefined {
  let at = program;
  for (const word of argv) {
    const next = at.commands.find((command) => command.name() === word || command.aliases().includes(word));
    if (next === undefined) return undefined;
    at = next;
  }
  return at.commands.length > 0 ? at : undefined;
}
