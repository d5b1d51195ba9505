import type { CliArgument, CliCommand, CliOption } from '@cw/entry';
import { runStates, taskStates } from '@cw/kernel';
import { priorities, taskSizes, taskSorts, taskStatuses } from '@cw/tasks';
import { globalOptions } from './input.ts';
import { type Thing, thingOfArgument, thingOfOption } from './named-things.ts';
import { namedBy, namesOf } from './names.ts';

export type Candidate = { readonly word: string; readonly description: string };

/** Which tasks a command is about. */
export type Among = 'open' | 'closed' | 'ready' | 'trash' | 'all';

/** What may stand where the line ends: words, or what the workspace or the disk knows. */
export type Completion =
  | { readonly kind: 'words'; readonly words: readonly Candidate[] }
  | { readonly kind: 'tasks'; readonly among: Among }
  | { readonly kind: 'named'; readonly thing: Exclude<Thing, 'task'> }
  | { readonly kind: 'files' };

/** What only the workspace knows. */
export type InWorkspace = Exclude<Completion, { readonly kind: 'words' } | { readonly kind: 'files' }>;

type Known = {
  readonly commands: readonly CliCommand[];
  /** What each group is about. */
  readonly groups: Readonly<Record<string, string>>;
};

/**
 * What may come where a line ends.
 * @param line words after `cw`; the last one is what is typed so far, perhaps nothing.
 */
export function completionOf({ commands, groups }: Known, line: readonly string[]): Completion {
  const words = joined(line);
  const current = words.at(-1) ?? '';
  const typed = withoutGlobals(words.slice(0, -1));
  const before = typed[0] === 'help' ? typed.slice(1) : typed;
  const named = namedBy(commands, before);
  if (named === undefined || typed !== before) return wordsOf(nextWords({ commands, groups }, before, current));
  const { command } = named;
  const options: readonly CliOption[] = [...(command.options ?? []), ...globalOptions];
  const given = before.slice(named.words);
  const [, name] = /^--([a-z-]+)=/.exec(current) ?? [];
  const opened = name === undefined ? opensValue(options, given.at(-1)) : options.find((known) => known.name === name);
  if (opened?.value !== undefined) return ofValue(opened, name === undefined ? '' : `--${name}=`);
  if (current.startsWith('-')) return wordsOf(optionWords(options, given));
  const argument = argumentAt(command, positionals(options, given));
  if (argument === undefined) return wordsOf([]);
  const completion = ofArgument(command, argument);
  const isPath = completion.kind === 'named' && completion.thing === 'backup' && /^[./~]/.test(current);
  return isPath ? { kind: 'files' } : completion;
}

/** Some shells take `=` for a word of its own. */
function joined(line: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (const word of line) {
    const last = words.at(-1) ?? '';
    if (words.length > 0 && /^--[a-z-]+$/.test(last) && word === '=') words.push('');
    else if (words.length > 1 && last === '' && word !== '=') words[words.length - 1] = word;
    else words.push(word);
  }
  return words;
}

/** Options of every command may stand before its name. */
function withoutGlobals(words: readonly string[]): readonly string[] {
  const [first, ...rest] = words;
  const option = globalOptions.find(({ name }) => first === `--${name}`);
  if (option === undefined) return words;
  return withoutGlobals('value' in option ? rest.slice(1) : rest);
}

function wordsOf(words: readonly Candidate[]): Completion {
  return { kind: 'words', words };
}

function nextWords({ commands, groups }: Known, before: readonly string[], current: string): readonly Candidate[] {
  if (current.startsWith('-')) {
    const program = before.length === 0 ? [{ name: 'version', description: 'print the version' }, serverOption] : [];
    return [...globalOptions, helpOption, ...program].map(({ name, description }) => ({
      word: `--${name}`,
      description,
    }));
  }
  const found = new Map<string, string>();
  for (const command of commands) {
    for (const name of namesOf(command)) {
      const word = name[before.length];
      if (word === undefined || found.has(word) || !before.every((known, index) => name[index] === known)) continue;
      found.set(word, name.length === before.length + 1 ? command.summary : (groups[word] ?? ''));
    }
  }
  return [...found].map(([word, description]) => ({ word, description }));
}

const helpOption = { name: 'help', description: 'show help' };
const serverOption = { name: 'server', description: 'serve the dashboard and run agents' };

function isOption({ name, short }: CliOption, word: string | undefined): boolean {
  return word === `--${name}` || (short !== undefined && word === `-${short}`);
}

function opensValue(options: readonly CliOption[], word: string | undefined): CliOption | undefined {
  return options.find((option) => option.value !== undefined && isOption(option, word));
}

function optionWords(options: readonly CliOption[], given: readonly string[]): readonly Candidate[] {
  const left = options.filter((option) => option.repeatable || !given.some((word) => isOption(option, word)));
  return [...left, helpOption].map(({ name, description }) => ({ word: `--${name}`, description }));
}

/** How many words of a line are no options and no values of any. */
function positionals(options: readonly CliOption[], given: readonly string[]): number {
  const values = given.filter((_, index) => index > 0 && opensValue(options, given[index - 1]) !== undefined).length;
  return given.filter((word) => !word.startsWith('-')).length - values;
}

function argumentAt(command: CliCommand, index: number): CliArgument | undefined {
  const places = command.arguments ?? [];
  const last = places.at(-1);
  return places[index] ?? (last?.variadic ? last : undefined);
}

function ofArgument(command: CliCommand, argument: CliArgument): Completion {
  const { name, choices } = argument;
  if (choices) return wordsOf(choices.map((word) => ({ word, description: '' })));
  const thing = thingOfArgument(argument);
  if (thing !== undefined) return ofThing(thing, amongOf(command));
  return ['file', 'path', 'source'].includes(name) ? { kind: 'files' } : wordsOf([]);
}

function ofThing(thing: Thing, among: Among): Completion {
  return thing === 'task' ? { kind: 'tasks', among } : { kind: 'named', thing };
}

function amongOf({ path }: CliCommand): Among {
  const verbs: Readonly<Record<string, Among>> = { claim: 'ready', close: 'open', reopen: 'closed', restore: 'trash' };
  return verbs[path.at(-1) ?? ''] ?? (['assign', 'release', 'heartbeat'].includes(path.at(-1) ?? '') ? 'open' : 'all');
}

/** By what a value is called in the help. */
function ofValue(option: CliOption, prefix: string): Completion {
  const words = option.choices ?? fixedValues[option.name] ?? fixedValues[option.value ?? ''];
  if (words) return wordsOf(words.map((word) => ({ word: prefix + word, description: '' })));
  const thing = thingOfOption(option);
  if (thing !== undefined) return ofThing(thing, 'all');
  return option.value === '<path>' || option.value === '<file>' ? { kind: 'files' } : wordsOf([]);
}

const fixedValues: Readonly<Record<string, readonly string[]>> = {
  '<P0-P3>': priorities,
  '<status>': taskStatuses,
  '<state>': taskStates,
  '<run-state>': runStates,
  type: ['bug', 'feature', 'task', 'epic', 'chore', 'spike', 'decision'],
  sort: taskSorts,
  size: taskSizes,
};
