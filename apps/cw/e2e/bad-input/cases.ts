import { type Case, give } from './give.ts';
import type { World } from './world.ts';
import { writing } from './writing-cases.ts';

/** Cases by what they are about. */
export const cases: Readonly<Record<string, readonly Case[]>> = {
  projects: projects(),
  'ids and settings': ids(),
  texts: texts(),
  'plans, batches and several tasks': writing(),
  'command lines': lines(),
  'filters and queries': filters(),
};

function projects(): readonly Case[] {
  const add = (what: string, path: (at: World) => string, ...more: string[]) =>
    give(what, (at) => ['project', 'add', path(at), ...more]);
  const set = (what: string, ...args: string[]) => give(what, () => ['project', 'set', 'sample', ...args]);
  return [
    add('a folder that is no repository', (at) => `${at.folder}/bare`)('project.not-a-repository', 1, /bare/),
    add('a repository without commits', (at) => at.repos.empty)('project.no-commits', 1, /no commits/),
    add('a path where nothing is', (at) => `${at.folder}/none`)('project.path-missing', 1, /none/),
    add('a file as a repository', (at) => `${at.folder}/plain.txt`)('project.not-a-repository', 1, /plain\.txt/),
    add('a repository with a branch cw', (at) => at.repos.branchCw)('project.branch-named-cw', 1, /branch/),
    add('a missing branch', (at) => at.repos.sound, '--default-branch', 'trunk')('project.branch-missing', 1, /trunk/),
    add('a branch of cw', (at) => at.repos.sound, '--default-branch', 'cw/x')('project.branch-reserved', 1, /cw\/x/),
    add('a branch like an option', (at) => at.repos.sound, '--default-branch=-x')(
      'project.branch-like-option',
      2,
      /-x/,
    ),
    set('a branch like an option', '--default-branch=-x')('project.branch-like-option', 2, /-x/),
    add('a name that is taken', (at) => at.repos.sound, '--name', 'sample')('project.name-taken', 1, /sample/),
    add('a name that is none', (at) => at.repos.sound, '--name', 'a b')('project.name-invalid', 2, /a b/),
    add('a URL with a password', () => 'https://ada:pw@example.test/x.git')('project.url-with-password', 2, /password/),
    add('a URL nobody answers', () => 'http://127.0.0.1:1/x.git')('project.source-unreachable', 69, /reached: unable/),
    add('a URL that is a command', () => 'ext::sh -c id')('project.path-missing', 1, /ext/),
    set('a missing context file', '--context', '/none.md')('project.context-unreadable', 1, /none\.md/),
    set('a time limit that is no number', '--check-timeout', 'soon')('project.value-invalid', 2, /check-timeout/),
  ];
}

function ids(): readonly Case[] {
  const say = (what: string, ...args: string[]) => give(what, () => args);
  return [
    say('an unknown task', 'task', 'show', 'tk_000000000000')('task.not-found', 1, /tk_000000000000/),
    say('the start of several tasks', 'task', 'close', 'tk_')('task.ambiguous', 1, /One.*Two|Two.*One/),
    say('an id that is a pattern', 'task', 'show', 'tk_%')('task.not-found', 1, /tk_%/),
    say('an empty id', 'task', 'show', '')('task.not-found', 1, /id/),
    say('an unknown project', 'project', 'show', 'nobody')('project.not-found', 1, /nobody/),
    say('an unknown run', 'run', 'show', 'rn_none')('run.not-found', 1, /rn_none/),
    say('an unknown merge request', 'merge', 'retry', 'mr_none')('merge.not-found', 1, /mr_none/),
    say('an unknown account', 'account', 'remove', 'nobody')('account.not-found', 1, /nobody/),
    say('an unknown setting', 'config', 'set', 'agents.hue', 'red')('config.unknown-key', 1, /agents\.hue/),
    say('a bad value', 'config', 'set', 'orchestrator.maxConcurrent', 'many')('config.bad-value', 2, /many/),
    say('a task of an unknown project', 'task', 'create', 'T', '--project', 'x')('task.unknown-project', 1, /x/),
    give('a task that needs itself', (at) => ['task', 'dep', 'add', at.task, '--needs', at.task])(
      'task.self-dependency',
      1,
      /itself/,
    ),
    give('a circle', (at) => ['task', 'dep', 'add', at.needed, '--needs', at.task])('task.cycle', 1, /→/),
    give('a claim of what waits', (at) => ['task', 'claim', at.task])('task.not-ready', 1, /waits for/),
    give('a link that is a script', (at) => ['task', 'artifact', 'add', at.task, 'javascript:alert(1)'])(
      'task.bad-link',
      2,
      /https/,
    ),
    give('an assignment without a project', (at) => ['assign', at.homeless])('task.no-project', 1, /--project/),
  ];
}

function texts(): readonly Case[] {
  const title = (what: string, text: string) => give(what, () => ['task', 'create', text]);
  const described = (what: string, path: (at: World) => string, input?: Uint8Array) =>
    give(what, (at) => ['task', 'create', 'T', '--description-file', path(at)], input);
  const load = (what: string, file: string) => give(what, ({ folder }) => ['task', 'import', `${folder}/${file}`]);
  return [
    title('a title that starts with dashes', '--frobnicate')('usage.invalid', 2, /put -- before it/),
    title('a title of several lines', 'one\ntwo')('task.title-multiline', 1, /lines/),
    title('a title of 10 kB', 'x'.repeat(10_000))('task.title-too-long', 1, /10000/),
    title('an empty title', '  ')('task.title-empty', 1, /empty/),
    title('a title that drives the terminal', 'red \u001b[31m')('task.text-binary', 1, /control/),
    described('a description with a NUL', (at) => `${at.folder}/nul.bin`)('task.text-binary', 1, /binary/),
    described('a description not in UTF-8', (at) => `${at.folder}/latin1.txt`)('task.text-binary', 1, /UTF-8/),
    described('binary on standard input', () => '-', Buffer.from([0, 1, 2]))('task.text-binary', 1, /binary/),
    described('a description of two megabytes', (at) => `${at.folder}/long.txt`)('task.text-too-long', 1, /long/),
    described('a missing description file', () => '/none')('input.unreadable', 2, /no such file/),
    described('a folder as description', (at) => at.folder)('input.unreadable', 2, /folder/),
    give('a binary comment', (at) => ['task', 'comment', at.task, '--file', `${at.folder}/nul.bin`])(
      'task.text-binary',
      1,
      /binary/,
    ),
    title('a priority that is none', '-p7')('usage.invalid', 2, /title/),
    give('another priority that is none', () => ['task', 'create', 'T', '-p', '7'])('task.bad-priority', 2, /P0/),
    load('an import with a broken line', 'broken.jsonl')('import.invalid', 1, /Line 2/),
    load('an import without a title', 'untitled.jsonl')('import.invalid', 1, /Line 1/),
    load('a binary import', 'nul.bin')('import.invalid', 1, /Line 1/),
    load('an import of a folder', '')('input.unreadable', 2, /it is a folder/),
  ];
}

function lines(): readonly Case[] {
  const type = (what: string, ...args: string[]) => give(what, () => args);
  return [
    type('a misspelt command', 'task', 'craete', 'T')('usage.invalid', 2, /craete/),
    type('no such command', 'frobnicate')('usage.invalid', 2, /frobnicate/),
    type('the server typed as a command', 'server')('usage.invalid', 2, /Start the server with: cw --server\./),
    type('a missing argument', 'task', 'show')('usage.invalid', 2, /task/),
    type('one argument too many', 'task', 'history', 'a', 'b')('usage.invalid', 2, /argument/),
    type('a limit that is no number', 'task', 'list', '--limit', 'ten')('list.bad-limit', 2, /ten/),
    type('a limit of nothing', 'run', 'list', '--limit', '0')('run.bad-limit', 2, /0/),
    type('a limit of merges that is none', 'merge', 'list', '--limit', 'ten')('merge.bad-limit', 2, /500/),
    type('a priority of a merge that is none', 'merge', 'update', 'mr_none', '-p', 'P9')('merge.bad-priority', 2, /P9/),
    type('a cursor of merges that is none', 'merge', 'list', '--cursor', 'x')('merge.bad-cursor', 2, /x/),
    type('a cursor of another list', 'task', 'list', '--cursor', 'abc')('list.bad-cursor', 2, /cursor/),
    give('a choice that is none', (at) => ['task', 'close', at.task, '--outcome', 'great'])(
      'usage.invalid',
      2,
      /great/,
    ),
    give('a port that is taken', (at) => ['--server', '--port', `${at.taken}`])('server.port-taken', 69, /in use/),
    type('a port that is none', '--server', '--port', '99999')('usage.invalid', 2, /99999/),
    type('an option the server lacks', '--server', '--prot', '1')('usage.invalid', 2, /--prot/),
    type('a host for others', '--server', '--host', '0.0.0.0')('server.remote-not-allowed', 2, /--allow-remote/),
    type('a link without a server', 'open', '--print')('server.not-running', 69, /--server/),
    type('a local workspace outside a repository', 'init', '--local')('init.no-repository', 1, /repository/),
    type('a demo in a home that is used', 'demo')('demo.home-in-use', 1, /--home/),
  ];
}

function filters(): readonly Case[] {
  const query = (what: string, text: string) => give(what, () => ['task', 'query', text]);
  const list = (what: string, ...args: string[]) => give(what, () => ['task', 'list', ...args]);
  return [
    query('a query that ends too soon', 'status =')('query.wrong', 2, /column 9: it ends where a value/),
    query('a field that is misspelt', 'priorty = 1')('query.wrong', 2, /column 1.*Did you mean priority\?/),
    query('a bracket that is not closed', '(ready')('query.wrong', 2, /column 7/),
    query('a quote that is not closed', "title ~ 'x")('query.wrong', 2, /column 9.*quote/),
    query('SQL for a query', '1=1; DROP TABLE tasks; --')('query.wrong', 2, /column 1/),
    query('SQL for a value', "label = x' OR '1'='1")('query.wrong', 2, /column/),
    query('a query about no task', 'parent = nosuch')('task.not-found', 1, /nosuch/),
    query('a query of 10 kB', `title ~ ${'x'.repeat(10_000)}`)('query.wrong', 2, /5000/),
    list('a date that is none', '--created-after', 'soon')('query.wrong', 2, /soon.*date/),
    list('a status that is misspelt', '--status', 'opne')('list.bad-filter', 2, /Did you mean open\?/),
    list('a range of no priorities', '--priority', '3-9')('list.bad-filter', 2, /3-9/),
    list('an order that is none', '--sort', 'titel')('list.bad-filter', 2, /Did you mean title\?/),
    list('an option that is misspelt', '--lable', 'x')('usage.invalid', 2, /Did you mean --label\?/),
    give('an id with one letter too many', (at) => ['task', 'show', `${at.task.slice(0, 9)}0${at.task.slice(9)}`])(
      'task.not-found',
      1,
      /Did you mean tk_\w+ \(Two\)\?/,
    ),
    give('a search for nothing', () => ['task', 'search', ' '])('task.text-empty', 1, /empty/),
    give('a number of days that is none', () => ['task', 'stale', '--days', 'many'])('list.bad-filter', 2, /many/),
    give('a shell without completion', () => ['completion', 'zhs'])('usage.invalid', 2, /Did you mean zsh\?/),
  ];
}
