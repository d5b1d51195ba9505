import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { committing } from '../harness/project.ts';
import { again, type Bench, expectHeld, expectMerged, once, openBench, work } from './bench.ts';

let bench: Bench;
let around: string;
beforeAll(async () => {
  bench = await openBench();
  around = await bench.surroundings();
});
afterAll(async () => {
  expect(await bench.surroundings()).toBe(around);
  await bench[Symbol.asyncDispose]();
});

const commit = (name: string) => committing(`${name}.txt`);
const leave = (name: string) => `echo left > ${name}-left.txt`;
const gitDir = 'g=$(git rev-parse --git-dir); c=$(git rev-parse --git-common-dir)';

/** What an agent does to git, after which all of its work is merged: what it committed and what it only left there. */
const merged: readonly (readonly [string, string])[] = [
  ['deletes .git', 'rm .git'],
  ['deletes .git and has git forget the worktree', `${gitDir}; rm .git; git --git-dir "$c" worktree prune`],
  ['makes a repository of its own', 'rm .git; git init -q; git add -A; git commit -qm own'],
  ['leads .git into another repository', `git init -q "$HOME/other"; echo "gitdir: $HOME/other/.git" > .git`],
  ['switches to another branch', 'git checkout -qb other'],
  ['stands on no branch', 'git checkout -q --detach'],
  ['rebases its branch', 'git rebase -q --force-rebase HEAD~1'],
  ['deletes its branch', 'git update-ref -d "$(git symbolic-ref HEAD)"'],
  ['breaks the index', `${gitDir}; echo broken > "$g/index"`],
  ['deletes the index', `${gitDir}; rm "$g/index"`],
  ['breaks HEAD', `${gitDir}; echo broken > "$g/HEAD"`],
  ['leaves locks behind', `${gitDir}; touch "$g/index.lock" "$g/HEAD.lock" "$c/$(git symbolic-ref HEAD).lock"`],
  ['leaves a lock on the integration branch', `${gitDir}; touch "$c/refs/heads/cw/next.lock"`],
];

test.each(merged)('an agent that %s: what it did is merged all the same', async (title, damage) => {
  const name = title.replaceAll(/[^a-z]+/g, '-');
  const done = await work(bench, title, `${commit(name)}\n${leave(name)}\n${damage}\n`);
  expectMerged(done);
  const files = await bench.repo.files('cw/next');
  expect(files).toEqual(expect.arrayContaining([`${name}.txt`, `${name}-left.txt`, 'README.md', 'src/a.txt']));
  expect(files).not.toContain('.env');
});

test('an agent that makes a repository of its own: its history is kept beside the clone', async () => {
  const own = 'rm .git; git init -q; git add -A; git commit -qm "feat: my own history"';
  const { task } = await work(bench, 'Own history', own);
  const { stdout } = await bench.cw.runQuick(['task', 'show', task.id]);
  const kept = /moved to (\S+)\./.exec(stdout)?.[1] ?? '';
  expect(await bench.repo.git('--git-dir', kept, 'log', '--format=%s')).toBe('feat: my own history');
});

const branchOf = (taskId: string) => bench.git('for-each-ref', '--format=%(refname)', `refs/heads/cw-task/${taskId}`);

test.each([
  ['deletes its worktree', 'rm -rf "$PWD"'],
  ['deletes all files in its worktree', 'rm -rf ./*'],
  ['puts a file in the place of its worktree', 'd=$PWD; cd /; rm -rf "$d"; echo mine > "$d"'],
  ['puts a link in the place of its worktree', 'd=$PWD; cd /; rm -rf "$d"; ln -s "$HOME" "$d"'],
])(
  'an agent that %s: what it committed is kept and held, and a fresh attempt has a whole worktree',
  async (title, damage) => {
    const name = title.replaceAll(/[^a-z]+/g, '-');
    const script = once(name, `${commit(name)}\n${leave(name)}\n${damage}`);
    const held = await work(bench, title, script);
    expectHeld(held, /files of the worktree were deleted.*commits are on the task/);
    expect(await bench.git('show', `${await branchOf(held.task.id)}:${name}.txt`)).toBe(`${name}.txt`);
    expect(await readFile(join(held.run.worktree ?? '', 'README.md'), 'utf8')).toBe('hello\n');

    const next = await again(bench, held);
    expect(next.task).toMatchObject({ status: 'closed', outcome: 'done' });
    expect(await bench.git('show', `refs/cw/attempts/${held.run.id}:${name}.txt`)).toBe(`${name}.txt`);
    expect(await bench.repo.files('cw/next')).toContain('README.md');
  },
);

test('an agent that commits on the integration branch: this is put back, and the work takes the way of all work', async () => {
  const away = `git checkout -q cw/next; ${commit('by-the-back-door')}`;
  const before = await bench.git('rev-parse', 'cw/next');
  const done = await work(bench, 'Back door', away);
  expectMerged(done);
  expect(await bench.git('rev-parse', 'cw/next^1')).toBe(before);
  expect((await bench.cw.events()).map(({ type }) => type)).toContain('project.branch-restored');
});

test('an agent that goes to an unrelated history: it is kept beside the branch, and the task is held', async () => {
  const orphan = 'git checkout -q --orphan lonely; git rm -rqf .; echo x > x.txt; git add x.txt; git commit -qm lonely';
  const held = await work(bench, 'Unrelated', once('unrelated', orphan));
  expectHeld(held, /refs\/cw\/rescue\/rn_\w+.*does not continue the task's branch/s);
  expect(await bench.git('ls-tree', '--name-only', `refs/cw/rescue/${held.run.id}`)).toContain('x.txt');
  expect((await again(bench, held)).task).toMatchObject({ status: 'closed' });
});

const conflict = (how: string) =>
  [
    'git checkout -qb theirs; echo theirs > src/a.txt; git commit -qam theirs; git checkout -q -',
    `echo ours > src/a.txt; git commit -qam ours; git ${how} theirs >/dev/null 2>&1`,
    'echo half > half.txt; echo stopped',
  ].join('\n');

test.each(['rebase', 'merge', 'cherry-pick'])(
  'an agent that leaves a %s unfinished: all of it is kept beside the branch, and the task is held',
  async (how) => {
    const held = await work(bench, `Unfinished ${how}`, once(`unfinished-${how}`, conflict(how)));
    expectHeld(held, new RegExp(`in the middle of a ${how}`));
    const kept = `refs/cw/rescue/${held.run.id}`;
    expect(await bench.git('show', `${kept}:half.txt`)).toBe('half');
    expect(await bench.git('log', '--format=%s', kept, await branchOf(held.task.id))).toContain('ours');
    expect((await again(bench, held)).task).toMatchObject({ status: 'closed' });
  },
);

test('an agent that drops a commit again: what it dropped is kept, and the task says where', async () => {
  const done = await work(bench, 'Drops', `${commit('dropped')}; git reset -q --hard HEAD~1; ${commit('instead')}`);
  expectMerged(done);
  expect(await bench.repo.files('cw/next')).not.toContain('dropped.txt');
  expect(await bench.git('log', '--format=%s', `refs/cw/rescue/${done.run.id}`)).toContain('feat: add dropped.txt');
  expect((await bench.cw.runQuick(['task', 'show', done.task.id])).stdout).toContain(`refs/cw/rescue/${done.run.id}`);
});

test('an agent that commits nothing: what it left is committed for it', async () => {
  expectMerged(await work(bench, 'Lazy', leave('lazy')));
  expect(await bench.repo.show('cw/next', 'lazy-left.txt')).toBe('left\n');
});

test('an agent that changes nothing: its task is closed with nothing to merge', async () => {
  const { task, merge } = await work(bench, 'Idle', 'echo all well');
  expect(task).toMatchObject({ status: 'closed', outcome: 'done', closeReason: 'Nothing to merge: all well' });
  expect(merge).toMatchObject({ state: 'unchanged', verdict: 'passed', mergeSha: null });
});

test('nothing of all this is left in the way of the next task', async () => {
  expectMerged(await work(bench, 'Ordinary', commit('ordinary')));
  expect(existsSync(join(bench.cw.userHome, '.git'))).toBe(false);
});
