import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAgentsModule } from '@cw/agents';
import type { CliArgument, CliCommand, CliOption } from '@cw/entry';
import { type Page, unwrap } from '@cw/kernel';
import type { TaskRow, TaskView } from '@cw/tasks';
import { tempRepo } from '@cw/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands } from '../src/cli/catalog.ts';
import { type Thing, thingOfArgument, thingOfOption } from '../src/cli/named-things.ts';
import { openWorkspace, type Workspace } from './harness/workspace.ts';

let cw: Workspace;
let repo: Awaited<ReturnType<typeof tempRepo>>;
/** A file of tasks to import. */
let file: string;
/** One of each thing, by its whole id. */
const known: Partial<Record<Thing, string>> = {};

beforeAll(async () => {
  cw = await openWorkspace();
  repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
  file = join(cw.userHome, 'issues.jsonl');
  await writeFile(file, '{"id":"x-1","title":"A","status":"open","priority":2,"issue_type":"task"}\n');
  known.project = (await cw.ask<{ id: string }>('project', 'add', repo.path, '--name', 'harbour')).id;
  const task = await cw.ask<TaskView>('task', 'create', 'Light the lamp', '--label', 'keeper', '--project', 'harbour');
  known.task = task.id;
  await cw.ask('task', 'create', 'Another one', '--project', 'harbour');
  known.agent = (await cw.ask<{ id: string }>('agent', 'register', 'nightly')).id;
  known.account = (await cw.ask<{ id: string }>('account', 'add', 'personal', '--env', 'ANTHROPIC_API_KEY=x')).id;
  known.setting = 'agents.model';
  known.rule = (await cw.ask<{ id: string }>('rule', 'add', 'Bash', 'ls')).id;
  known.message = (await cw.ask<{ id: string }>('message', 'send', 'person', 'Look.', '--task', task.id)).id;
  const agents = createAgentsModule({ home: cw.home, storage: cw.storage(), hostEnv: {} });
  const started = { taskId: task.id, projectId: task.projectId ?? '', role: 'worker', model: null, accountId: null };
  known.run = unwrap(await agents.commands.createRun({ ...started, provider: 'script' }, await cw.act())).id;
});
afterAll(async () => {
  await cw[Symbol.asyncDispose]();
  await repo[Symbol.asyncDispose]();
});

/** Whatever may be any word, so that a new one is no mistake. */
const openWords: readonly Thing[] = ['label', 'assignee', 'backup', 'thing'];
/** What the values of options and the arguments are that name nothing. */
const valuesOfTheirOwn = new Set(
  `<n> <path> <file> <text> <seq> <date> <cursor> <word> <words> <role> <program> <model> <priority> <P0-P3> <time> <tool> <pattern>
  <name> <branch> <command> <seconds> <minutes> <levels> <count> <number> <KEY=VALUE> <key=value> <json> <query> <order> <field>
  <status> <state> <run-state> <format> <style> <way> <outcome> <gate> <digest> <hash> <type> <initiative>
  <size> <paths> <check>`.split(/\s+/),
);
const argumentsOfTheirOwn = new Set(
  `name source path value tool pattern text title words query file client shell choice`.split(' '),
);

const places = allCommands.flatMap((command) => [
  ...(command.arguments ?? []).map((argument) => ({ command, argument })),
  ...(command.options ?? []).map((option) => ({ command, option })),
]);

type Place = { readonly command: CliCommand; readonly argument?: CliArgument; readonly option?: CliOption };

const thingOf = ({ argument, option }: Place) =>
  argument ? thingOfArgument(argument) : option && thingOfOption(option);
const sayPlace = ({ command, argument, option }: Place) =>
  `cw ${command.path.join(' ')} ${argument ? `<${argument.name}>` : `--${option?.name}`}`;

test('what every option and argument takes is known: a thing, a choice, or a value of its own', () => {
  const unknown = places.filter((place) => {
    const { argument, option } = place as Place;
    if (thingOf(place) !== undefined || (argument ?? option)?.choices !== undefined) return false;
    if (argument) return !argumentsOfTheirOwn.has(argument.name);
    return option?.value !== undefined && !valuesOfTheirOwn.has(option.value);
  });
  expect(unknown.map(sayPlace)).toEqual([]);
});

const nothing = 'zzqqxxnothing';

/** What a command must be told besides. */
const needed: Readonly<Record<string, readonly string[]>> = { 'merge update': ['--priority', 'P1'] };

/** The line of a command with what it needs, and a word that names nothing in one place. */
function lineWith(place: Place): readonly string[] {
  const { command, option } = place;
  const given = (command.arguments ?? []).flatMap((argument) => {
    if (argument === place.argument) return [nothing];
    const isText = ['title', 'text'].includes(argument.name);
    if (argument.required === false && !isText && place.argument === undefined) return [];
    const thing = thingOfArgument(argument);
    return [(thing && known[thing]) ?? argument.choices?.[0] ?? (argument.name === 'file' ? file : 'some')];
  });
  const value = option?.value === '<type:task>' ? `related:${nothing}` : nothing;
  const all =
    command.options?.some(({ name }) => name === 'all') && command.path[0] === 'inbox' && option ? ['--all'] : [];
  return [
    ...command.path,
    ...given,
    ...(needed[command.path.join(' ')] ?? []),
    ...all,
    ...(option === undefined ? [] : [`--${option.name}`, value]),
  ];
}

/** Whoever works on a task may be somebody that nobody has registered yet. */
const skipped = ({ command, option }: Place) => command.path.at(-1) === 'assign' && option?.name === 'to';

describe('what names nothing is refused, and the refusal says what it was', () => {
  const named = places.filter((place) => {
    const thing = thingOf(place);
    return thing !== undefined && !openWords.includes(thing) && !skipped(place);
  });
  test.each(named.map((place) => [sayPlace(place), place] as const))('%s', async (_, place) => {
    const { code, error } = await cw.refusal(lineWith(place), { input: '[{"title":"Replanned"}]' });
    expect([1, 2]).toContain(code);
    expect(error.message).toContain(nothing);
  });
});

const short = (id: string) => id.replace(/^[a-z]+_/, '').slice(0, 7);

describe('a filter takes what people call a thing', () => {
  const filters = places.filter(({ command, option }: Place) => command.looks && option !== undefined) as Place[];
  const forms: Partial<Record<Thing, readonly (() => string)[]>> = {
    task: [() => short(known.task ?? ''), () => (known.task ?? '').slice(0, 9), () => (known.task ?? '').toUpperCase()],
    project: [
      () => 'harbour',
      () => 'harb',
      () => short(known.project ?? ''),
      () => (known.project ?? '').toUpperCase(),
    ],
    run: [() => short(known.run ?? ''), () => (known.run ?? '').slice(0, 9), () => (known.run ?? '').toUpperCase()],
    agent: [() => 'nightly', () => 'night'],
  };
  const cases = filters.flatMap((place) => {
    const thing = thingOf(place);
    return thing && forms[thing] && !place.command.arguments?.length ? [[sayPlace(place), place, thing] as const] : [];
  });
  test.each(cases)('%s', async (_, place, thing) => {
    const ask = (value: string) => cw.ask<Page<unknown>>(...place.command.path, `--${place.option?.name}`, value);
    const whole = await ask(known[thing] ?? '');
    for (const form of forms[thing] ?? []) expect(await ask(form())).toEqual(whole);
  });
});

test('the run and the message of a task are found by a short id of the task', async () => {
  const task = short(known.task ?? '');
  expect(await cw.ask('run', 'list', '--task', task)).toMatchObject({ total: 1, items: [{ id: known.run }] });
  expect(await cw.ask('message', 'list', '--task', task)).toMatchObject({ items: [{ id: known.message }] });
  expect(await cw.ask('run', 'show', short(known.run ?? ''))).toMatchObject({ id: known.run });
});

test('an id is found in letters of either case, whole or shortened, whatever it is of', async () => {
  const shows = [
    ['task', 'task show'],
    ['project', 'project show'],
    ['agent', 'agent show'],
    ['account', 'account show'],
    ['run', 'run show'],
  ] as const;
  for (const [thing, command] of shows) {
    const id = known[thing] ?? '';
    for (const typed of [id.toUpperCase(), id.slice(0, 10).toUpperCase(), short(id).toUpperCase()]) {
      expect(await cw.ask(...command.split(' '), typed), typed).toMatchObject({ id });
    }
  }
  const ofTask = (known.task ?? '').toUpperCase();
  expect(await cw.ask('run', 'show', ofTask)).toMatchObject({ id: known.run });
  const message = (known.message ?? '').toUpperCase();
  expect(await cw.ask('message', 'show', message)).toMatchObject({ message: { id: known.message } });
});

test.each([
  [['run', 'list', '--project', 'harbuor'], 'harbour'],
  [['task', 'list', '--project', 'habour'], 'harbour'],
  [['agent', 'show', 'nigthly'], 'nightly'],
  [['account', 'show', 'personel'], 'personal'],
  [['config', 'get', 'agents.modle'], 'agents.model'],
  [['events', '--kind', 'taks'], 'task'],
  [['events', '--actor', 'persn'], 'person'],
  [['inbox', 'list', '--kind', 'falure'], 'failure'],
  [['task', 'list', '--state', 'redy'], 'ready'],
])('%s is asked back', async (line, meant) => {
  const { error } = await cw.refusal(line);
  expect(error.hint).toContain(`Did you mean ${meant}?`);
});

test('an unknown label is told of, and is no error: any word may become one', async () => {
  const ran = await cw.runQuick(['task', 'list', '--label', 'keper']);
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('--label keper') });
  expect(ran.stderr).toContain('No task has the label keper. Did you mean keeper?');
  expect(await cw.ask<Page<TaskRow>>('task', 'list', '--label', 'keper')).toMatchObject({ total: 0 });
});

test('every limit is -n too, and every reason -r', () => {
  const shortOf = (name: string) =>
    places.flatMap(({ option }: Place) => (option?.name === name ? [option.short] : []));
  expect(new Set(shortOf('limit'))).toEqual(new Set(['n']));
  expect(new Set(shortOf('reason'))).toEqual(new Set(['r']));
});
