import { expect, test } from 'vitest';
import { allCommands } from './catalog.ts';
import { buildProgram, runFull } from './full.ts';
import { namesOf } from './names.ts';
import { styleFor } from './style.ts';

async function said(line: readonly string[]): Promise<string> {
  let text = '';
  const out = (more: string) => {
    text += more;
    return true;
  };
  const stdin = () => Buffer.alloc(0);
  await runFull(line, {
    env: {},
    cwd: '/',
    width: 80,
    out,
    err: out,
    page: async (more) => void out(more),
    interactive: false,
    ask: async () => '',
    stdin,
    style: () => styleFor(1, { NO_COLOR: '1' }),
    openStdin: () => Promise.reject(new Error('nothing is read')),
  });
  return text;
}

const names = allCommands.flatMap(namesOf).map((name) => [...name]);
const groups = [...new Set(names.flatMap((name) => name.map((_, count) => name.slice(0, count).join(' '))))];
const lines = [...groups.map((group) => group.split(' ').filter((word) => word !== '')), ...names];

test('the help of a group or a command is that of the whole program, of which no more is made than it tells', async () => {
  const whole = buildProgram(allCommands, { onRun: async () => {}, onError: () => {}, onOutput: () => {} });
  for (const line of lines) {
    const found = line.reduce<ReturnType<typeof buildProgram> | undefined>(
      (at, word) => at?.commands.find((command) => command.name() === word || command.aliases().includes(word)),
      whole,
    );
    expect(await said([...line, '--help'])).toContain(found?.helpInformation());
  }
});

test('what a line has before its command, or help in the middle of it, is understood as in the whole program', async () => {
  const help = await said(['task', 'list', '--help']);
  for (const line of ['help task list', '--help task list', 'task help list']) {
    expect(await said(line.split(' '))).toBe(help);
  }
  expect(await said(['--home', 'task', 'task', 'list', '--limt'])).toContain("Unknown option '--limt'");
});
