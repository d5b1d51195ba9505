import type { CliAnswer, CliContext, CliInput, FolderProject, Style } from '@cw/entry';
import { ok, randomId } from '@cw/kernel';
import { systemClock } from '@cw/storage';
import { testAct } from '@cw/storage/testing';
import { bytesSource } from '@cw/task-formats/testing';
import { type TestTasks, testHolder } from '../../testing.ts';
import { taskCommands } from './commands.ts';

const same = (text: string) => text;
/** Text without colours. */
export const plain: Style = {
  bold: same,
  dim: same,
  red: same,
  green: same,
  yellow: same,
  blue: same,
  cyan: same,
  magenta: same,
};

/** What a command finds around it: an hour after the tasks were made, with `input` as every file. */
export function contextOf(
  home: TestTasks,
  given: {
    json?: boolean;
    quiet?: boolean;
    input?: Buffer;
    written?: Map<string, string>;
    project?: FolderProject;
    notes?: string[];
  } = {},
): CliContext {
  const { storage } = home;
  return {
    workspace: { home: storage.folder, storage, clock: { now: () => systemClock.now() + 3_600_000 }, ids: randomId },
    folderProject: async () => given.project,
    act: async () => testAct,
    holder: async () => testHolder,
    cwd: storage.folder,
    env: {},
    width: 80,
    style: plain,
    json: given.json ?? false,
    quiet: given.quiet ?? false,
    stdin: async () => '',
    readInput: async () => given.input ?? Buffer.from(''),
    openInput: async () => ({ ...bytesSource(given.input ?? Buffer.from('')), [Symbol.dispose]: () => {} }),
    writeOutput: async (path, parts) => {
      let text = '';
      for await (const part of parts) text += part;
      given.written?.set(path, text);
      return Buffer.byteLength(text);
    },
    interactive: false,
    confirm: async () => false,
    edit: async ({ text }) => ok({ text, done: () => {}, kept: (refusal) => refusal }),
    note: (text) => given.notes?.push(text),
    print: () => {},
    signal: new AbortController().signal,
  };
}

type Typed = { arguments?: readonly string[]; options?: Record<string, string | readonly string[] | true> };

function inputOf(path: string, typed: Typed): CliInput {
  const command = commandOf(path);
  const given = typed.arguments ?? [];
  const place = (name: string) => (command.arguments ?? []).findIndex((argument) => argument.name === name);
  const option = (name: string) => {
    if (!command.options?.some((known) => known.name === name)) throw new Error(`cw ${path} has no --${name}`);
    return typed.options?.[name];
  };
  return {
    argument: (name) => given[place(name)] ?? '',
    optionalArgument: (name) => given[place(name)],
    argumentList: (name) => given.slice(place(name)),
    option: (name) => {
      const value = option(name);
      return typeof value === 'string' ? value : undefined;
    },
    optionList: (name) => {
      const value = option(name);
      return typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
    },
    flag: (name) => option(name) === true,
  };
}

function commandOf(path: string) {
  const command = taskCommands.find((known) => known.path.join(' ') === path);
  if (!command) throw new Error(`there is no command ${path}`);
  return command;
}

/** Runs one command as it was typed. */
export async function run(context: CliContext, path: string, typed: Typed = {}): Promise<CliAnswer> {
  return (await commandOf(path).load())(inputOf(path, typed), context);
}
