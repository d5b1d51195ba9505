import type { CliArgument, CliCommand, CliOption } from '@cw/entry';
import { runStates, taskStates } from '@cw/kernel';
import type { WordsAmong } from '@cw/storage';
import { priorities, taskSizes, taskSorts, taskStatuses } from '@cw/tasks';
import { globalOptions } from './input.ts';
import { type Thing, thingOfArgument, thingOfOption } from './named-things.ts';
import { namedBy, namesOf } from './names.ts';

export type Candidate = { readonly word: string; readonly description: string };

/** Which tasks a command is about. */
type TasksAmong = 'open' | 'closed' | 'ready' | 'trash' | 'all';

/** What may stand where the line ends: words, or what the workspace or the disk knows. */
export type Completion =
  | { readonly kind: 'words'; readonly words: readonly Candidate[] }
  | { readonly kind: 'tasks'; readonly among: TasksAmong }
  | { readonly kind: 'named'; readonly thing: Exclude<Thing, 'task'>; readonly among: WordsAmong }
  /** An answer to these items, or one more of them. */
  | { readonly kind: 'answer'; readonly items: readonly string[] }
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
  const standing = positionals(options, given);
  const argument = argumentAt(command, standing.length);
  if (argument === undefined) return wordsOf([]);
  const completion = ofArgument(command, argument, standing);
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

/** The words of a line that are no options and no values of any. */
function positionals(options: readonly CliOption[], given: readonly string[]): readonly string[] {
  return given.filter((word, index) => !word.startsWith('-') && opensValue(options, given[index - 1]) === undefined);
}

function argumentAt(command: CliCommand, index: number): CliArgument | undefined {
  const places = command.arguments ?? [];
  const last = places.at(-1);
  return places[index] ?? (last?.variadic ? last : undefined);
}

function ofArgument(command: CliCommand, argument: CliArgument, standing: readonly string[]): Completion {
  const { name, choices } = argument;
  if (choices) return wordsOf(choices.map((word) => ({ word, description: '' })));
  const path = command.path.join(' ');
  if (path === 'inbox answer' && standing.length > 0) return { kind: 'answer', items: standing };
  const thing = thingOfArgument(argument);
  if (thing !== undefined) return ofThing(thing, path);
  return ['file', 'path', 'source'].includes(name) ? { kind: 'files' } : wordsOf([]);
}

/** @param path of the command that it is an argument of; none, where it is the value of an option */
function ofThing(thing: Thing, path = ''): Completion {
  if (thing === 'task') return { kind: 'tasks', among: tasksFor[path] ?? 'all' };
  return { kind: 'named', thing, among: othersFor[path] ?? 'all' };
}

/** Which tasks a command is about, where that is not all of them. */
const tasksFor: Readonly<Record<string, TasksAmong>> = {
  assign: 'open',
  'run handback': 'open',
  'task approve': 'open',
  'task assign': 'open',
  'task cancel': 'open',
  'task claim': 'ready',
  'task close': 'open',
  'task heartbeat': 'open',
  'task plan approve': 'open',
  'task release': 'open',
  'task reopen': 'closed',
  'task restore': 'trash',
};

/** The same for other things. */
const othersFor: Readonly<Record<string, WordsAmong>> = {
  'inbox answer': 'open',
  'inbox dismiss': 'open',
  'inbox restore': 'trash',
  'merge cancel': 'open',
  'merge hold': 'open',
  'merge release': 'held',
  'merge retry': 'closed',
  'merge update': 'open',
  'rule remove': 'open',
  'rule restore': 'trash',
  'rule update': 'open',
  'run follow-up': 'closed',
  'run message': 'open',
  'run retry': 'closed',
  'run stop': 'open',
  'run takeover': 'open',
  'task accept': 'open',
  'task decline': 'open',
};

/** By what a value is called in the help. */
function ofValue(option: CliOption, prefix: string): Completion {
  const words = option.choices ?? fixedValues[option.name] ?? fixedValues[option.value ?? ''];
  if (words) return wordsOf(words.map((word) => ({ word: prefix + word, description: '' })));
  const thing = thingOfOption(option);
  if (thing !== undefined) return ofThing(thing);
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
