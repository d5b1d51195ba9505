import { type Dirent, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { result, type TempRepo, tool, waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { type AgentScene, openAgentScene } from './harness/agent-scene.ts';
import { addProject, assign, createTask, useClaude } from './harness/project.ts';
import { isSettled, type Workspace } from './harness/workspace.ts';
import { connect } from './mcp/client.ts';
import { healthOf } from './sandbox/sandbox-bench.ts';

/** Whose modes are not cw's to say, by path within the home; all that is not named is for its user alone. */
const ofOthers: readonly RegExp[] = [
  // What a person puts there for every working tree, and the working trees themselves but for the file that leads to git.
  /^projects\/[^/]+\/worktree-files\//,
  /^worktrees\/[^/]+\/[^/]+\/(?!\.git$)/,
  // What an agent's own program keeps in its folder and its temporary one, and where bubblewrap puts what it shows there.
  /^agent-logs\/[^/]+\/(config|tmp)\//,
  // The message that an agent's git was given.
  /^projects\/[^/]+\/repo\.git\/worktrees\/[^/]+\/COMMIT_EDITMSG$/,
];

/** Every entry below a folder of the home that has not the mode it is to have. */
function wrongModes(home: string, folder = home): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = join(folder, entry.name);
    const path = relative(home, full);
    if (ofOthers.some((pattern) => pattern.test(path))) return [];
    const found = lstatSync(full, { throwIfNoEntry: false });
    // An object that is the one of the user's repository, by another name, has the mode that it has there.
    if (found === undefined || (path.includes('/objects/') && entry.isFile() && found.nlink > 1)) return [];
    const mode = found.mode & 0o777;
    const wrong = mode === wantedMode(entry, path) ? [] : [`${mode.toString(8)} ${path}`];
    return entry.isDirectory() ? [...wrong, ...wrongModes(home, full)] : wrong;
  });
}

function wantedMode(entry: Dirent, path: string): number {
  if (entry.isDirectory()) return 0o700;
  // What git never changes once it is written.
  return /\/repo\.git\/objects\/([0-9a-f]{2}|pack)\//.test(path) ? 0o400 : 0o600;
}

const commit = [
  'umask',
  'echo b > b.txt && echo c > tool.sh && chmod +x tool.sh && mkdir deep && echo d > deep/d.txt',
  'git add . && git commit -q -m "feat: more" && echo e > left.txt',
].join(' && ');

/** Makes the home by the program itself, and a project with a file that is a program, and prepared files. */
async function prepare({ cw, model, repo }: AgentScene): Promise<void> {
  for (const name of readdirSync(cw.home)) rmSync(join(cw.home, name), { recursive: true });
  expect((await cw.run(['init'])).code).toBe(0);
  await repo.write({ 'run.sh': 'true\n' });
  await chmod(join(repo.path, 'run.sh'), 0o755);
  await repo.git('add', '.');
  await repo.git('commit', '-q', '-m', 'feat: a program');
  await useClaude(cw, model);
  await addProject(cw, repo, '--check', 'true');
  const { path } = await cw.ask<{ path: string }>('project', 'files', 'sample');
  await mkdir(join(path, 'bin'));
  await writeFile(join(path, '.env'), 'A=1\n');
  await chmod(join(path, '.env'), 0o640);
  await writeFile(join(path, 'bin/go'), 'true\n');
  await chmod(join(path, 'bin/go'), 0o755);
  // Nobody listens there: the key that messages are signed with is made all the same.
  await cw.set('inbox.webhook', 'http://127.0.0.1:9/');
}

/** In a sandbox where there is one. */
async function wall(cw: Workspace): Promise<void> {
  await cw.set('agents.sandbox', 'on');
  const tried = async () => {
    const { sandbox } = await healthOf(cw);
    return sandbox.works !== null && sandbox;
  };
  const { works } = await waitFor(tried, { what: 'the server to have tried the sandbox' });
  if (!works) await cw.set('agents.sandbox', 'off');
}

/** What is in a working tree of the project by the end, with the mode that programs ask for. */
const asked = { 'a.txt': 0o666, 'run.sh': 0o777, 'b.txt': 0o666, 'tool.sh': 0o777, deep: 0o777, 'deep/d.txt': 0o666 };
const copied = { '.env': 0o640, 'bin/go': 0o755 };

function modesIn(tree: string, paths: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.keys(paths).map((path) => [path, lstatSync(join(tree, path)).mode & 0o777]));
}

function objectsOf(repo: TempRepo): readonly string[] {
  const folder = join(repo.path, '.git/objects');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths.map((path) => `${(lstatSync(join(folder, path)).mode & 0o777).toString(8)} ${path}`);
}

/** Has an agent do a task that is merged. Answers it, with what was wrong and what it was told while it was at work. */
async function workThrough({ cw, model }: AgentScene) {
  const seen = { wrong: ['it was not looked at'], told: '' };
  model.when('Do it', [
    tool('Bash', { command: commit }),
    ({ lastToolResults }) => {
      seen.told = lastToolResults.map(({ text }) => text).join('\n');
      seen.wrong = wrongModes(cw.home);
      return result({ status: 'done', summary: 's' });
    },
  ]);
  const task = await createTask(cw, 'Do it');
  await assign(cw, task);
  const done = await cw.until(task.id, isSettled);
  expect(done).toMatchObject({ status: 'closed', outcome: 'done' });
  return { task: done, ...seen };
}

/** As a person in a shell and an agent of one's own do. */
async function useIt(cw: Workspace): Promise<void> {
  await using mcp = await connect(cw, ['--as-user']);
  await mcp.ask('task_create', { title: 'From my own agent' });
  for (const line of ['backup create', 'doctor --fix', 'task list']) {
    expect(await cw.run(line.split(' ')), line).toMatchObject({ code: 0 });
  }
}

/** Puts a backup in the place of a database that cannot be read, which is kept; in a home that the program makes. */
async function restoreElsewhere(cw: Workspace): Promise<string> {
  const home = join(cw.userHome, 'another');
  const run = async (...args: string[]) => expect(await cw.run([...args, '--home', home])).toMatchObject({ code: 0 });
  await run('init');
  await run('backup', 'create');
  for (const name of readdirSync(home)) if (name.startsWith('cw.db-')) rmSync(join(home, name), { recursive: true });
  writeFileSync(join(home, 'cw.db'), 'no database, '.repeat(900));
  await chmod(join(home, 'cw.db'), 0o644);
  await run('backup', 'restore', 'latest');
  expect(readdirSync(join(home, 'backups')).join(' ')).toContain('unreadable');
  return home;
}

async function under(umask: number, work: () => Promise<void>): Promise<void> {
  const before = process.umask(umask);
  try {
    await work();
  } finally {
    process.umask(before);
  }
}

test.each(['000', '022', '077'])('with the umask %s, all that cw makes in its home is for its user alone', (octal) => {
  const umask = Number.parseInt(octal, 8);
  return under(umask, async () => {
    await using scene = await openAgentScene();
    const { cw, repo } = scene;
    await prepare(scene);
    const before = objectsOf(repo);
    const server = await cw.serve();
    await wall(cw);
    const { task, told, wrong } = await workThrough(scene);
    expect(wrong).toEqual([]);
    await useIt(cw);
    expect((await server.stop()).code).toBe(0);
    expect(wrongModes(cw.home)).toEqual([]);

    // What is in working trees goes by the umask, as what the user makes does; prepared files keep what they have.
    expect(told.split('\n')[0]).toBe(`0${octal}`);
    const wanted = Object.fromEntries(Object.entries(asked).map(([path, mode]) => [path, mode & ~umask]));
    for (const tree of [task.id, 'merge'].map((name) => join(cw.home, 'worktrees', task.projectId ?? '', name))) {
      expect({ ...modesIn(tree, asked), ...modesIn(tree, copied) }, tree).toEqual({ ...wanted, ...copied });
    }
    const inGit = await repo.git('ls-tree', '-r', '--format=%(objectmode) %(path)', 'cw/next');
    expect(inGit.split('\n')).toEqual(
      ['a.txt', 'b.txt', 'deep/d.txt', 'left.txt', 'run.sh', 'tool.sh'].map((path) =>
        path.endsWith('.sh') ? `100755 ${path}` : `100644 ${path}`,
      ),
    );
    expect(objectsOf(repo)).toEqual(expect.arrayContaining([...before]));

    const home = await restoreElsewhere(cw);
    expect(lstatSync(home).mode & 0o777).toBe(0o700);
    expect(wrongModes(home)).toEqual([]);
  });
});
