import type { CliCommand, Refusal } from '@cw/entry';
import { nearest } from '@cw/kernel';
import { allCommands } from './catalog.ts';
import { globalOptions } from './input.ts';
import { namedBy, namesOf } from './names.ts';

/**
 * What is said of a line that is no right use of the program: what is wrong with it, what was probably meant, where
 * to read more.
 * @param complaint commander's words.
 */
export function usageRefusal(complaint: string, argv: readonly string[]): Refusal {
  const [first = ''] = complaint
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  const words = knownWords(argv);
  const dashed = /unknown option '(--?[^']*)'/.exec(first)?.[1];
  const wayOut = dashed ? ' To give text that starts with dashes, put -- before it.' : '';
  const meant = suggestion(first, { argv, words });
  const message = `${first.charAt(0).toUpperCase()}${first.slice(1)}${/[.?!]$/.test(first) ? '' : '.'}`;
  return {
    code: 'usage.invalid',
    message,
    hint: `${meant ? `${meant} ` : ''}See cw ${words.length > 0 ? `${words.join(' ')} ` : ''}--help.${wayOut}`,
    kind: 'usage',
  };
}

/** What does the work of commands that other programs have. */
const hints: Readonly<Record<string, string>> = {
  'backup rm': 'Backups are files, and cw never deletes them; cw backup list shows where they are.',
  'backup remove': 'Backups are files, and cw never deletes them; cw backup list shows where they are.',
  'backup delete': 'Backups are files, and cw never deletes them; cw backup list shows where they are.',
};

type Line = { readonly argv: readonly string[]; readonly words: readonly string[] };

function suggestion(complaint: string, line: Line): string | undefined {
  const [first] = line.argv;
  if (first === 'server' || first === 'serve') return 'Start the server with: cw --server.';
  const unknown = /unknown command '([^']*)'/.exec(complaint)?.[1];
  const told = hints[[...line.words, unknown].join(' ')];
  if (told !== undefined) return told;
  if (unknown !== undefined) return didYouMean(nearestCommand(unknown, line.words), (name) => `cw ${name}`);
  if (complaint.startsWith('too many arguments')) return quotes(line.argv);
  const option = /unknown option '--?([^'=]*)/.exec(complaint)?.[1];
  if (option !== undefined) {
    return didYouMean(nearest(option, optionNames(line.argv)), (name) => `--${name}`);
  }
  const value = /(?:argument|value) '([^']*)' is invalid.*Allowed choices are (.*)\.$/.exec(complaint);
  return value?.[1] && value[2] ? didYouMean(nearest(value[1], value[2].split(', ')), (name) => name) : undefined;
}

/** A title or text of several words that a shell took apart. */
function quotes(argv: readonly string[]): string | undefined {
  const named = namedBy(allCommands, argv);
  const place = named?.command.arguments?.at(-1)?.name;
  if (named === undefined || (place !== 'title' && place !== 'text')) return undefined;
  const isTitle = named.command.path.join(' ') === 'task create';
  return `Put the ${place} in quotes: cw ${argv.slice(0, named.words).join(' ')} "…"${isTitle ? ', or leave it unquoted: cw q …' : ''}.`;
}

function didYouMean(meant: string | undefined, tell: (meant: string) => string): string | undefined {
  return meant === undefined ? undefined : `Did you mean ${tell(meant)}?`;
}

/** Commands that take something away are not for guessing. */
const notSuggested = new Set(['delete', 'remove', 'rm', 'unset']);

/** A command or group in the same place, else a command that is found under another group. */
function nearestCommand(word: string, before: readonly string[]): string | undefined {
  const names = allCommands.flatMap(namesOf).filter((name) => !notSuggested.has(name.at(-1) ?? ''));
  const beside = names.filter((name) => before.every((known, index) => name[index] === known));
  const siblings = new Set(beside.flatMap((name) => name.slice(before.length, before.length + 1)));
  const sibling = onlyStartedBy(word, siblings) ?? nearest(word, siblings);
  if (sibling !== undefined) return [...before, sibling].join(' ');
  const elsewhere = allCommands.map(({ path }) => path).filter((path) => !notSuggested.has(path.at(-1) ?? ''));
  const verb = nearest(word, new Set(elsewhere.flatMap((path) => path.slice(-1))));
  return elsewhere.find((path) => path.at(-1) === verb)?.join(' ');
}

/** The one word that a shortened one is the start of. */
function onlyStartedBy(start: string, words: Iterable<string>): string | undefined {
  const [only, ...others] = [...words].filter((word) => word.startsWith(start.toLowerCase()));
  return start !== '' && others.length === 0 ? only : undefined;
}

function optionNames(argv: readonly string[]): readonly string[] {
  const command: Pick<CliCommand, 'options'> = namedBy(allCommands, argv)?.command ?? {};
  return [...globalOptions, ...(command.options ?? [])].map(({ name }) => name);
}

/** The words of a line that name a command or a group of them. */
function knownWords(argv: readonly string[]): readonly string[] {
  const names = allCommands.flatMap(namesOf);
  const known: string[] = [];
  for (const word of argv.filter((given) => !given.startsWith('-'))) {
    const next = [...known, word];
    if (!names.some((name) => next.every((part, index) => name[index] === part))) break;
    known.push(word);
  }
  return known;
}
