import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { allCommands } from '../apps/cw/src/cli/catalog.ts';
import { buildProgram } from '../apps/cw/src/cli/full.ts';
import { commandsInSentences, stepsIn, type WrittenStep } from './next-steps.ts';

const root = resolve(import.meta.dirname, '..');

/** The source files of every app and package, with their folder. */
const sources = ['apps', 'packages'].flatMap((folder) =>
  readdirSync(join(root, folder)).flatMap((room) =>
    readdirSync(join(root, folder, room, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|contract)\.tsx?$|(^|\/)testing\.ts$/.test(file))
      .map((file) => `${folder}/${room}/src/${file}`),
  ),
);

/** Help of commands is written where they are, and so is what the command line itself says. */
const ofTheCommandLine = /\/entry\/cli\/|^apps\/cw\/src\/(?:cli|parts|setup)\/|^apps\/cw\/src\/main\.ts/;

const words = new Set([...allCommands.flatMap(({ path }) => path.slice(0, 1)), '--server', 'mcp']);

test('only a step names a command, so that each door can show it in its own way', () => {
  const found = sources
    .filter((file) => !ofTheCommandLine.test(file))
    .flatMap((file) => commandsInSentences(readFileSync(join(root, file), 'utf8'), (word) => words.has(word), file));
  expect(found).toEqual([]);
});

test('every next step names a command that there is, with options that it takes', async () => {
  const steps = sources.flatMap((file) =>
    stepsIn(readFileSync(join(root, file), 'utf8'), file).map((step) => ({ file, ...step })),
  );
  const wrong = await Promise.all(
    steps.map(async (step) =>
      (await isTaken(step)) ? [] : [`${step.file}:${step.line}: cw ${step.command} ${step.args.join(' ')}`],
    ),
  );
  expect(wrong.flat()).toEqual([]);
  expect(steps.length).toBeGreaterThan(100);
});

/** Whether the program's own parser takes it. */
async function isTaken({ command, args }: Pick<WrittenStep, 'command' | 'args'>): Promise<boolean> {
  if (command === '--server' || command === 'mcp') return args.length === 0;
  let ran = false;
  const program = buildProgram(allCommands, {
    onRun: async () => {
      ran = true;
    },
    onError: () => undefined,
    onOutput: () => undefined,
  });
  const typed = [...command.split(' '), ...args.map((arg) => arg ?? 'x')];
  await program.parseAsync(typed, { from: 'user' }).catch(() => undefined);
  return ran;
}

test('what is no right use of a command is seen', async () => {
  const [first, second] = stepsIn(
    "import { step } from '@cw/kernel'; step('See it', isRun ? 'run show' : 'task show', id); step2('x', 'y');",
  );
  expect([first, second]).toEqual([
    { line: 1, command: 'run show', args: [undefined] },
    { line: 1, command: 'task show', args: [undefined] },
  ]);
  expect(
    await Promise.all([
      isTaken({ command: 'task show', args: ['x'] }),
      isTaken({ command: 'task list', args: ['--parnt', 'x'] }),
      isTaken({ command: 'merge cancel', args: [] }),
    ]),
  ).toEqual([true, false, false]);
  expect(() => stepsIn("import { step } from '@cw/kernel'; step('See it', command)")).toThrow(/names its command/);
  expect(
    commandsInSentences("const a = `See cw task list`; const b = 'cw starts it';", (word) => word === 'task'),
  ).toEqual(['source.ts:1: See cw task list']);
});
