import type { CliCommand, CliInput } from '@cw/entry';
import { steeringCommands } from '@cw/steering/cli';
import { taskCommands } from '@cw/tasks/cli';
import { describe, expect, test } from 'vitest';
import { allCommands } from './catalog.ts';
import { parseFast } from './fast.ts';
import { buildProgram } from './full.ts';
import { cliInput, type Globals, globalsOf } from './input.ts';
import { namesOf } from './names.ts';

type Understood = { readonly command: string; readonly globals: Globals; readonly given: Record<string, unknown> };

/** Everything a command can ask of its line. */
function all(command: CliCommand, input: CliInput): Record<string, unknown> {
  const names = (command.arguments ?? []).map(({ name, variadic }) => [
    name,
    variadic ? input.argumentList(name) : input.optionalArgument(name),
  ]);
  const options = (command.options ?? []).map(({ name, value, repeatable }) => [
    `--${name}`,
    repeatable ? input.optionList(name) : value === undefined ? input.flag(name) : input.option(name),
  ]);
  return Object.fromEntries([...names, ...options]);
}

function fast(argv: readonly string[]): Understood | undefined {
  const parsed = parseFast(taskCommands, argv);
  if (parsed === undefined) return undefined;
  const { command, input, globals } = parsed;
  return { command: command.path.join(' '), globals, given: all(command, input) };
}

async function full(argv: readonly string[]): Promise<Understood | undefined> {
  let understood: Understood | undefined;
  const program = buildProgram(allCommands, {
    onRun: async (command, positionals, values) => {
      const given = all(command, cliInput(command, positionals, values));
      understood = { command: command.path.join(' '), globals: globalsOf(values), given };
    },
    onError: () => {},
    onOutput: () => {},
  });
  await program.parseAsync([...argv], { from: 'user' });
  return understood;
}

/** `task dep` and `task` of `task dep add`. */
function groupsOf(name: readonly string[]): readonly string[] {
  return name.slice(1).map((_, index) => name.slice(0, index + 1).join(' '));
}

const lines: readonly (readonly string[])[] = [
  ['task', 'ready'],
  ['task', 'ready', '--json'],
  ['task', 'ready', '-n', '5', '--claim'],
  ['task', 'ready', '-n5', '-q'],
  ['task', 'ready', '--limit=5', '--home', '/tmp/x'],
  ['task', 'list', '--status', 'open', '-s', 'blocked', '-l', 'a,b', '--label', 'c', '--all'],
  ['task', 'list', '--text', 'two words', '--sort', 'title'],
  ['task', 'create', 'A title'],
  ['task', 'create', '-p', '1', 'A title', '-t', 'bug'],
  ['task', 'create', '--needs', 'a', '--needs', 'b', '--', '--dashes'],
  ['task', 'create', 'T', '-d', '-'],
  ['task', 'create', 'T', '--description=-x'],
  ['task', 'create', ''],
  ['task', 'update', 'tk_1', '--assignee', ''],
  ['task', 'update', 'tk_1', '--add-label', 'a', '--add-label', 'b', '--remove-label', 'c'],
  ['task', 'close', 'tk_1', '-f', '-r', 'because', '--outcome', 'cancelled'],
  ['task', 'close', 'tk_1', '-fr', 'because'],
  ['task', 'comment', 'tk_1'],
  ['task', 'comment', 'tk_1', 'said', '--json'],
  ['task', 'dep', 'add', 'tk_1', 'tk_2'],
  ['task', 'dep', 'add', 'tk_1', '--needs', 'tk_2', '--type', 'related'],
  ['assign', 'tk_1', 'tk_2', '--to', 'worker'],
  ['task', 'assign', 'tk_1', 'tk_2', 'tk_3'],
  ['task', 'import', '-', '--format', 'beads'],
  ['ready', '-n', '5'],
  ['ls', '-s', 'open', '-p', '1', '-p', '2', '--label', 'a'],
  ['task', 'ls', '--status', 'open', '--status', 'blocked'],
  ['show', 'tk_1', 'tk_2', '--comments'],
  ['task', 'new', 'T', '-l', 'a', '-l', 'b'],
  ['dep', 'add', 'tk_1', '--needs', 'tk_2'],
  ['dep', 'rm', 'tk_1', 'tk_2'],
];

describe('the two readers of a command line', () => {
  test.each(lines.map((line) => [line.join(' ') || '(nothing)', line] as const))(
    'understand “%s” alike',
    async (_said, line) => {
      const understood = fast(line);
      expect(understood).toBeDefined();
      expect(understood).toEqual(await full(line));
    },
  );

  test.each([
    [[]],
    [['task']],
    [['task', 'close']],
    [['task', 'history', 'a', 'b']],
    [['task', 'craete', 'T']],
    [['task', 'count', '--by', 'size']],
    [['task', 'list', '--help']],
    [['task', 'list', '-h']],
    [['task', 'list', '--nonsense']],
    [['task', 'list', '--limit']],
    [['task', 'list', '--all=yes']],
    [['task', 'create', '--frobnicate']],
    [['project', 'list']],
    [['--json', 'task', 'list']],
  ])('leave %j to the full one', (line) => {
    expect(fast(line)).toBeUndefined();
  });

  test('no two commands share a name, and no name of one is a group of others', () => {
    const names = allCommands.flatMap(namesOf).map((name) => name.join(' '));
    expect(new Set(names).size).toBe(names.length);
    const groups = new Set(allCommands.flatMap(namesOf).flatMap((name) => groupsOf(name)));
    expect(names.filter((name) => groups.has(name))).toEqual([]);
  });

  test('know every task command, but what reaches beyond the tracker', () => {
    const known = new Set([...taskCommands, ...steeringCommands]);
    for (const command of allCommands.filter(({ path }) => path[0] === 'task' || path[0] === 'assign')) {
      expect(known.has(command)).toBe(true);
    }
  });
});
