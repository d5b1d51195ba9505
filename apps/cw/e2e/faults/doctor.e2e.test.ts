import {
  chmod,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { schemaVersion } from '@cw/storage';
import { tempRepo } from '@cw/testkit';
import { expect, test } from 'vitest';
import { addProject, assign, committing, createTask } from '../harness/project.ts';
import { isSettled, openWorkspace, type Workspace } from '../harness/workspace.ts';
import { diagnose, problemsIn } from './diagnosis.ts';
import { stateOf } from './folder-state.ts';

type Damage = {
  readonly what: string;
  readonly sql: string;
  readonly found: string;
  /** Whether `--fix` mends it. */
  readonly mended?: true;
};

const now = Date.now();
const run = (id: string, extra: string, values: string) =>
  `INSERT INTO runs (id, task_id, project_id, attempt, role, provider, step, created_at, ${extra})
   SELECT '${id}', id, 'pr_x', 1, 'worker', 'script', 'running', ${now}, ${values} FROM tasks WHERE title = 'b'`;

const damages: readonly Damage[] = [
  {
    what: 'a wrong count of blockers',
    sql: 'UPDATE tasks SET open_blockers = 7',
    found: 'tasks.counters',
    mended: true,
  },
  {
    what: 'a wrong count of children',
    sql: 'UPDATE tasks SET closed_children = 3',
    found: 'tasks.counters',
    mended: true,
  },
  { what: 'a wrong hold', sql: 'UPDATE tasks SET held = 1', found: 'tasks.counters', mended: true },
  { what: 'a wrong sleep', sql: 'UPDATE tasks SET asleep_until = 5', found: 'tasks.counters', mended: true },
  { what: 'wrong labels', sql: `UPDATE tasks SET labels = '["x"]'`, found: 'tasks.counters', mended: true },
  {
    what: 'an empty search index',
    sql: "INSERT INTO task_search (task_search) VALUES ('delete-all')",
    found: 'tasks.search',
    mended: true,
  },
  {
    what: 'words that no comment has',
    sql: "INSERT INTO comment_search (rowid, text) VALUES (99, 'nobody said it')",
    found: 'tasks.search',
    mended: true,
  },
  {
    what: 'an expired lease',
    sql: "UPDATE tasks SET status = 'in_progress', lease_holder = 'session:x', lease_expires_at = 1 WHERE title = 'a'",
    found: 'tasks.leases',
    mended: true,
  },
  {
    what: 'work that nobody holds',
    sql: "UPDATE tasks SET status = 'in_progress' WHERE title = 'a'",
    found: 'tasks.holders',
  },
  { what: 'a parent that is its own', sql: "UPDATE tasks SET parent_n = n WHERE title = 'a'", found: 'tasks.circles' },
  { what: 'an unknown project', sql: "UPDATE tasks SET project_id = 'pr_gone'", found: 'tasks.projects' },
  { what: 'a gap in the history', sql: 'DELETE FROM events WHERE seq = 2', found: 'storage.events' },
  { what: 'a history that lost its end', sql: 'DELETE FROM events WHERE seq > 1', found: 'storage.events' },
  { what: 'another migration', sql: "UPDATE migrations SET hash = 'x' WHERE n = 2", found: 'storage.migrations' },
  {
    what: 'a subscriber beyond the log',
    sql: "INSERT INTO subscriber_cursors (name, seq, failures, updated_at) VALUES ('s', 900, 0, 0)",
    found: 'storage.subscribers',
  },
  {
    what: 'a run whose process is gone',
    sql: run('rn_gone', 'pid, pid_start, boot_id', "999999, '1', 'another'"),
    found: 'agents.runs',
  },
  {
    what: 'a run whose working tree is gone',
    sql: run('rn_tree', 'worktree', "'/nowhere/at/all'"),
    found: 'orchestrator.worktrees',
  },
  { what: 'a stage without a run', sql: "UPDATE tasks SET stage = 'working'", found: 'orchestrator.stages' },
];

/** Three tasks: `b` waits for `a`, `c` is a part of `b`. */
async function withTasks(cw: Workspace): Promise<void> {
  const a = await cw.ask<{ id: string }>('task', 'create', 'a', '--label', 'l', '--description', 'first words');
  const b = await cw.ask<{ id: string }>('task', 'create', 'b', '--needs', a.id);
  await cw.ask('task', 'create', 'c', '--parent', b.id);
  await cw.ask('task', 'comment', a.id, 'a remark');
}

test('a workspace that is well has no problem, and looking changes nothing in it', async () => {
  await using cw = await openWorkspace();
  await withTasks(cw);
  const before = await stateOf(cw.home);
  expect(problemsIn(await diagnose(cw))).toEqual([]);
  expect(await stateOf(cw.home)).toEqual(before);
});

test('each damage is found, looking changes nothing, and what can be mended is, after a backup', async () => {
  await using whole = await openWorkspace();
  await withTasks(whole);
  for (const { what, sql, found, mended } of damages) {
    await using cw = await openWorkspace();
    await copyFile(join(whole.home, 'cw.db'), join(cw.home, 'cw.db'));
    await cw.storage().transact((tx) => tx.run(sql));
    const before = await stateOf(cw.home);
    expect(problemsIn(await diagnose(cw)), what).toEqual([found]);
    expect(await stateOf(cw.home), what).toEqual(before);
    if (!mended) continue;
    const fixed = await diagnose(cw, '--fix');
    expect(problemsIn(fixed), what).toEqual([]);
    expect(
      fixed.repaired?.map(({ repair }) => repair),
      what,
    ).toEqual([found]);
    expect((await stat(fixed.backup ?? '')).mode & 0o777, what).toBe(0o600);
  }
});

test('logs that somebody deleted are told of, and nothing is wrong with the workspace', async () => {
  await using cw = await openWorkspace();
  await withTasks(cw);
  for (let n = 0; n < 12; n++) {
    const made = run(`rn_lost${n}`, 'started_at, ended_at', `${now}, ${now}`).replace(', 1,', `, ${n + 1},`);
    await cw.storage().transact((tx) => tx.run(made));
  }
  const found = await diagnose(cw);
  expect(found.healthy).toBe(true);
  const lost = found.findings.filter(({ check }) => check === 'agents.logs');
  expect(lost).toHaveLength(11);
  expect(lost[0]).toMatchObject({
    level: 'notice',
    thing: 'rn_lost11',
    hint: expect.stringContaining('There is nothing to do'),
  });
  expect(lost.at(-1)?.message).toContain('2 more runs');
  const log = await cw.runQuick(['run', 'log', 'rn_lost3']);
  expect([log.stdout, log.stderr]).toEqual(['', expect.stringContaining('is no longer on disk')]);
  expect((await cw.runQuick(['run', 'show', 'rn_lost3'])).code).toBe(0);
});

test('--fix tells what it will do before it does it, and where the backup is', async () => {
  await using cw = await openWorkspace();
  await withTasks(cw);
  await cw.storage().transact((tx) => tx.run('UPDATE tasks SET open_blockers = 7'));
  const looked = await cw.runQuick(['doctor']);
  expect(looked).toMatchObject({ code: 1, stderr: expect.stringContaining('cw doctor --fix') });
  expect(looked.stdout).toMatch(/problem tk_\w+ is stored with open_blockers 7, but counting gives \d/);
  expect((await cw.runQuick(['doctor', '--quiet'])).stdout).toMatch(/^tk_\w+\n/);
  const { code, stdout, stderr } = await cw.runQuick(['doctor', '--fix']);
  expect(code).toBe(0);
  expect(stderr).toMatch(/Will recount .*\(tasks\.counters\)\.\nBackup first: \S+\.db\n$/);
  expect(stdout).toMatch(/fixed tasks\.counters: \d+/);
});

test('--fix leaves what a person has to decide, and makes no backup for it', async () => {
  await using cw = await openWorkspace();
  await withTasks(cw);
  await cw.storage().transact((tx) => tx.run("UPDATE tasks SET status = 'in_progress' WHERE title = 'a'"));
  const before = await stateOf(cw.home);
  const left = await diagnose(cw, '--fix');
  expect(problemsIn(left)).toEqual(['tasks.holders']);
  expect(left).toMatchObject({ backup: null, repaired: [] });
  expect(await stateOf(cw.home)).toEqual(before);
});

test('the shell of a run may look, and may not mend', async () => {
  await using cw = await openWorkspace();
  const env = { ...cw.env, CW_HOME: cw.home, CW_RUN: 'rn_x' };
  expect((await cw.runQuick(['doctor'], { env })).code).toBe(0);
  expect(await cw.refusal(['doctor', '--fix'], { env })).toMatchObject({ error: { code: 'people.only' } });
});

test('repositories, clones and working trees that are gone or belong to nobody are found', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
  const project = await addProject(cw, repo);
  await createTask(cw, 'One');
  expect(problemsIn(await diagnose(cw))).toEqual([]);
  await cw.storage().transact((tx) =>
    tx.run(`INSERT INTO merge_requests (id, project_id, task_id, run_id, priority, branch, head_sha, target_branch, state,
      verdict, attempt, created_at) SELECT 'mr_x', project_id, id, 'rn_x', 1, 'cw/gone', 'abc', 'cw/next', 'queued',
      'unchecked', 1, 0 FROM tasks`),
  );
  expect(problemsIn(await diagnose(cw))).toEqual(['integration.branches']);
  await mkdir(join(cw.home, 'worktrees', project.id, 'tk_nobodys00000'), { recursive: true, mode: 0o700 });
  await rename(join(cw.home, 'projects', project.id), join(cw.home, 'projects', 'elsewhere'));
  await rm(repo.path, { recursive: true });
  expect(problemsIn(await diagnose(cw))).toEqual(['orchestrator.worktrees', 'projects.clone', 'projects.repository']);
});

test('a private clone that was deleted is cloned again by --fix, beside the prepared files and with what was merged', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
  const project = await addProject(cw, repo);
  const first = await createTask(cw, 'First', { script: committing('b.txt') });
  const stuck = await createTask(cw, 'Stuck', { script: 'test -e c.txt || { echo half > c.txt; exit 1; }' });
  const server = await cw.serve();
  await assign(cw, first, stuck);
  await Promise.all([first, stuck].map(({ id }) => cw.until(id, isSettled)));
  await server.stop();
  const folder = join(cw.home, 'projects', project.id);
  await writeFile(join(folder, 'worktree-files', '.env'), 'A=1\n');
  await rm(join(folder, 'repo.git'), { recursive: true });
  expect(problemsIn(await diagnose(cw))).toContain('projects.clone');
  const fixed = await diagnose(cw, '--fix');
  expect(problemsIn(fixed)).not.toContain('projects.clone');
  expect(fixed.repaired).toMatchObject([{ repair: 'projects.clone', changed: 1 }]);
  expect((await readdir(folder)).toSorted()).toEqual(['repo.git', 'worktree-files', 'worktrees.lock.db']);
  expect(await readdir(join(folder, 'worktree-files'))).toEqual(['.env']);
  await cw.serve();
  const later = await createTask(cw, 'Later', { script: `test -f b.txt && ${committing('d.txt')}` });
  await assign(cw, later);
  expect(await cw.until(later.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  await assign(cw, stuck);
  await cw.until(stuck.id, isSettled);
  const runs = await cw.runsOf(stuck.id);
  expect(runs.length).toBeGreaterThan(1);
  for (const { reason } of runs) expect(reason).toContain('exit code 1');
});

test('what others may read or look into is found, and closed by --fix; what is not of cw is left as it is', async () => {
  await using cw = await openWorkspace();
  await writeFile(join(cw.home, 'secret'), 's', { mode: 0o644 });
  await chmod(join(cw.home, 'cw.db'), 0o640);
  await mkdir(join(cw.home, 'projects'), { mode: 0o755 });
  await mkdir(join(cw.home, 'mine'), { mode: 0o755 });
  const found = await diagnose(cw);
  expect(found.findings.filter(({ check }) => check === 'home.permissions')).toMatchObject([
    { thing: join(cw.home, 'cw.db'), hint: `Remove their access: chmod 600 ${join(cw.home, 'cw.db')}` },
    { thing: join(cw.home, 'projects'), hint: `Remove their access: chmod 700 ${join(cw.home, 'projects')}` },
    { thing: join(cw.home, 'secret') },
  ]);
  expect(problemsIn(await diagnose(cw, '--fix'))).toEqual([]);
  const modes = ['secret', 'cw.db', 'projects', 'mine'].map(
    async (name) => (await stat(join(cw.home, name))).mode & 0o777,
  );
  expect(await Promise.all(modes)).toEqual([0o600, 0o600, 0o700, 0o755]);
});

test('a home that others may write into is closed first, and then the rest is mended, with one backup', async () => {
  await using cw = await openWorkspace();
  await withTasks(cw);
  await cw.storage().transact((tx) => tx.run('UPDATE tasks SET open_blockers = 7'));
  await chmod(cw.home, 0o777);
  const fixed = await diagnose(cw, '--fix');
  expect(problemsIn(fixed)).toEqual([]);
  expect(fixed.repaired?.map(({ repair }) => repair)).toEqual(['home.permissions', 'tasks.counters']);
  expect((await stat(cw.home)).mode & 0o777).toBe(0o700);
  expect(await readdir(join(cw.home, 'backups'))).toHaveLength(2);
});

test('a home is closed to others without a backup where its database needs nothing, or cannot be read', async () => {
  await using cw = await openWorkspace();
  for (const problems of [[], ['storage.readable']]) {
    if (problems.length > 0) await writeFile(join(cw.home, 'cw.db'), 'no database, '.repeat(900));
    await chmod(cw.home, 0o777);
    const fixed = await diagnose(cw, '--fix');
    expect(problemsIn(fixed)).toEqual(problems);
    expect(fixed).toMatchObject({ backup: null, repaired: [{ repair: 'home.permissions', changed: 1 }] });
    await expect(stat(join(cw.home, 'backups'))).rejects.toThrow(/ENOENT/);
  }
});

test('it finds nothing wrong while a server works, at whatever moment, and says where that is', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
  await addProject(cw, repo, '--check', 'true');
  const tasks = await Promise.all(['b', 'c', 'd'].map((name) => createTask(cw, name, { script: committing(name) })));
  await using server = await cw.serve();
  await assign(cw, ...tasks);
  const isOver = async () => (await Promise.all(tasks.map(({ id }) => cw.task(id)))).every(isSettled);
  do {
    const told = await diagnose(cw);
    expect(told.findings.filter(({ level }) => level === 'problem')).toEqual([]);
    expect(told).toMatchObject({ healthy: true, server: server.url });
  } while (!(await isOver()));
  await server.stop();
  expect(problemsIn(await diagnose(cw))).toEqual([]);
});

const states = [
  ['missing', (home: string) => rm(home, { recursive: true }), []],
  ['unreadable', (home: string) => writeFile(join(home, 'cw.db'), 'no database, '.repeat(900)), ['storage.readable']],
  ['unreadable', (home: string) => mkdirInPlace(join(home, 'cw.db')), ['storage.readable']],
  ['newer', (home: string) => setVersion(home, schemaVersion + 1), ['storage.version']],
  ['older', (home: string) => setVersion(home, schemaVersion - 1), []],
  ['unreadable', (home: string) => overwrite(home, 100, 'damage'), ['storage.readable']],
] as const;

test.each(states)('a home with a database that is %s is told of and left as it is', async (state, change, problems) => {
  await using cw = await openWorkspace();
  await change(cw.home);
  const before = state === 'missing' ? undefined : await stateOf(cw.home);
  const told = await diagnose(cw);
  expect(told.database.state).toBe(state);
  expect(problemsIn(told)).toEqual(problems);
  expect((await diagnose(cw, '--fix')).database.state).toBe(state);
  if (before) expect(await stateOf(cw.home)).toEqual(before);
  else await expect(stat(cw.home)).rejects.toThrow(/ENOENT/);
});

test('a home that is a file, or a link that leads nowhere, is told of as that', async () => {
  await using cw = await openWorkspace();
  const told = async (name: string) => {
    const { stdout } = await cw.runQuick(['doctor'], { env: { ...cw.env, CW_HOME: join(cw.userHome, name) } });
    return stdout.split('\n').filter((line) => line.startsWith('problem'));
  };
  await writeFile(join(cw.userHome, 'file'), '');
  expect(await told('file')).toEqual([
    `problem ${join(cw.userHome, 'file')} is a file, but a workspace must be a folder. (home.folder)`,
  ]);
  await symlink(join(cw.userHome, 'gone'), join(cw.userHome, 'link'));
  expect(await told('link')).toEqual([
    expect.stringContaining(`is a broken link: ${join(cw.userHome, 'gone')} does not exist.`),
  ]);
});

test('damage in the middle of the file is found, whatever of it can still be read', async () => {
  await using cw = await openWorkspace();
  await withTasks(cw);
  const size = (await readFile(join(cw.home, 'cw.db'))).length;
  await overwrite(cw.home, Math.floor(size / 8192) * 4096, 'x'.repeat(16_384));
  const told = await diagnose(cw);
  expect(told.healthy).toBe(false);
  expect(problemsIn(told).every((check) => check.startsWith('storage.') || check === 'doctor')).toBe(true);
});

async function mkdirInPlace(path: string): Promise<void> {
  await rm(path);
  await mkdir(path, { mode: 0o700 });
}

/** Sets the version that SQLite keeps in the file's head. */
async function setVersion(home: string, version: number): Promise<void> {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(version);
  await overwrite(home, 60, bytes);
}

async function overwrite(home: string, at: number, bytes: string | Uint8Array): Promise<void> {
  const file = await open(join(home, 'cw.db'), 'r+');
  const buffer = Buffer.from(bytes);
  await file.write(buffer, 0, buffer.length, at);
  await file.close();
}

test('a private clone that has lost objects is found, set aside by --fix and cloned again; nothing of it is deleted', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files: { 'a.txt': 'a\n', 'd/b.txt': 'b\n' } });
  const project = await addProject(cw, repo);
  expect(problemsIn(await diagnose(cw))).toEqual([]);
  const folder = join(cw.home, 'projects', project.id);
  const clone = join(folder, 'repo.git');
  const lost = (await repo.git('rev-parse', 'HEAD:d/b.txt')).trim();
  await rm(join(clone, 'objects', lost.slice(0, 2), lost.slice(2)));
  const { findings } = await diagnose(cw);
  expect(findings.filter(({ level }) => level === 'problem')).toMatchObject([
    {
      check: 'projects.clone',
      thing: project.name,
      repair: 'projects.damaged-clone',
      message: `The private clone of ${project.name}, ${clone}, is damaged: blob ${lost.slice(0, 7)} is missing. No task has a branch there.`,
    },
  ]);
  for (const [number, left] of [
    ['1', clone],
    ['2', join(clone, 'objects')],
  ] as const) {
    if (left !== clone) await rename(left, join(clone, 'gone'));
    const fixed = await diagnose(cw, '--fix');
    expect(problemsIn(fixed)).toEqual([]);
    expect(fixed.repaired).toMatchObject([{ repair: 'projects.damaged-clone', changed: 1 }]);
    expect(fixed.findings).toContainEqual(
      expect.objectContaining({
        check: 'projects.set-aside',
        level: 'notice',
        thing: join(folder, `damaged-clone-${number}.git`),
      }),
    );
  }
  expect((await readdir(folder)).toSorted()).toEqual([
    'damaged-clone-1.git',
    'damaged-clone-2.git',
    'repo.git',
    'worktree-files',
  ]);
});
