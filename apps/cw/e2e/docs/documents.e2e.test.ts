import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Page as ListPage } from '@cw/tasks';
import { describe, expect, test } from 'vitest';
import { allCommands } from '../../src/cli/catalog.ts';
import { buildProgram } from '../../src/cli/full.ts';
import { repositoryRoot } from '../harness/program.ts';
import { envelopeIn, describe as tell } from '../harness/run-cw.ts';
import { asScript } from './as-script.ts';
import { allPages, readPage } from './fenced-blocks.ts';
import { setScene } from './scene.ts';
import { commandsShown, type Help, unknownIn } from './shown-commands.ts';

const pages = allPages();
const runnable = pages.filter(({ blocks }) => blocks.some(({ language }) => language === 'sh'));

// Pages run side by side, and each starts servers and agents: on a slow machine the longest takes minutes.
describe.concurrent('the commands of a page run as they stand', { timeout: 360_000 }, () => {
  test.each(runnable.map((page) => [page.path, page] as const))('%s', async (_path, page) => {
    await using scene = await setScene();
    const ran = await scene.run(asScript(page));
    expect(ran.code, tell(ran)).toBe(0);
  });
});

test.each([
  ['an unknown command', 'cw task frobnicate'],
  ['a refusal', 'cw task show nosuch'],
  ['an id that was not printed', 'cw task list   # tk_7f3k'],
])('a page fails with %s', async (_what, line) => {
  await using scene = await setScene();
  const ran = await scene.run(asScript(readPage('page.md', `\`\`\`sh\n${line}\necho went on\n\`\`\``)));
  expect(ran.code).not.toBe(0);
  expect(ran.stdout).not.toContain('went on');
  expect(ran.stderr).toContain('failed in the block at page.md:2');
});

const program = buildProgram(allCommands, { onRun: async () => {}, onError: () => {}, onOutput: () => {} });

/** What `cw <words> --help` prints. */
function helpOf(words: readonly string[]): string {
  const command = words.reduce<ReturnType<typeof buildProgram> | undefined>(
    (at, word) => at?.commands.find((one) => one.name() === word || one.aliases().includes(word)),
    program,
  );
  const said: string[] = [];
  command?.configureOutput({ writeOut: (part) => void said.push(part) }).outputHelp();
  return said.join('');
}

test('every command and option that a page shows exists', async () => {
  await using scene = await setScene();
  const asked = new Map<string, Promise<string>>();
  const help: Help = (words) => {
    if (words[0] !== 'mcp' && words[0] !== '--server') return Promise.resolve(helpOf(words));
    const line = `cw ${words.join(' ')} --help`;
    const answer = asked.get(line) ?? scene.run(line).then(({ stdout }) => stdout);
    asked.set(line, answer);
    return answer;
  };
  const invented = readPage(
    'page.md',
    'Try `cw task create -x`, `cw task frobnicate` or `cw lsit`, not `cw ls` or `cw task list --all`.',
  );
  const found = await Promise.all(commandsShown(invented).map((shown) => unknownIn(shown, help)));
  expect(found.map((problem) => problem !== undefined)).toEqual([true, true, true, false, false]);
  const problems = await Promise.all(pages.flatMap(commandsShown).map((shown) => unknownIn(shown, help)));
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});

test('the page of settings names every setting with its default, and no other', async () => {
  await using scene = await setScene();
  const ran = await scene.run('cw config list --json');
  const envelope = envelopeIn<ListPage<{ key: string; value: string }>>(ran);
  const wanted = envelope.ok ? envelope.data.items.map(({ key, value }) => [key, value]) : [];
  const page = pages.find(({ path }) => path.endsWith('configuration.md'));
  const rows = page?.prose.flatMap(({ text }) => {
    const row = /^\| `([a-zA-Z.]+)` \| (?:`([^`]*)`|\(none\)) \|/.exec(text);
    return row ? [[row[1], row[2] ?? '']] : [];
  });
  expect(rows).toEqual(wanted);
});

test('the unit for systemd is well formed, leaves agents alone and comes back after a crash', () => {
  const page = pages.find(({ path }) => path.endsWith('server.md'));
  const [unit] = page?.blocks.filter(({ language }) => language === 'ini') ?? [];
  const lines = (unit?.lines ?? []).filter((line) => line !== '');
  expect(lines.filter((line) => !/^(?:\[\w+\]|[A-Z]\w+=\S.*)$/.test(line))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('['))).toEqual(['[Unit]', '[Service]', '[Install]']);
  expect(lines).toEqual(expect.arrayContaining(['KillMode=process', 'Restart=on-failure']));
});

/** What a page may name and no test can run: it acts on the machine's own services. */
const unrunnable = ['systemctl --user enable --now cw', 'loginctl enable-linger'];

test('a command of another program that a page names in a sentence is run in a block of that page', () => {
  const foreign = /`((?:sqlite3|jq|curl|wget|systemctl|loginctl|tar|rsync|cp|mv|rm|apt|apt-get|brew) [^`]+)`/g;
  const named = pages.flatMap(({ path, prose, blocks }) => {
    const run = blocks.flatMap(({ language, lines }) => (language === 'sh' ? lines : [])).join('\n');
    return prose.flatMap(({ line, text }) =>
      [...text.matchAll(foreign)]
        .map((span) => span[1] ?? '')
        .filter((command) => !run.includes(command) && !unrunnable.includes(command))
        .map((command) => `${path}:${line}: ${command}`),
    );
  });
  expect(named).toEqual([]);
});

test('links between pages lead to files and headings that are there', () => {
  const broken = pages.flatMap(({ path, prose }) =>
    prose.flatMap(({ line, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)]
        .map((link) => link[1] ?? '')
        .filter((target) => !target.includes('://') && !leads(path, target))
        .map((target) => `${path}:${line}: ${target}`),
    ),
  );
  expect(broken).toEqual([]);
});

function leads(from: string, target: string): boolean {
  const [file = '', heading] = target.split('#');
  const to = file === '' ? from : join(dirname(from), file);
  if (!existsSync(resolve(repositoryRoot, to))) return false;
  if (heading === undefined) return true;
  const page = pages.find(({ path }) => path === to);
  return page?.prose.some(({ text }) => /^#+ /.test(text) && anchorOf(text) === heading) ?? false;
}

/** The name that a heading gets in a page's address. */
function anchorOf(heading: string): string {
  return heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-');
}
