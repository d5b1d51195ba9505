import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processesCarrying, result, tempDir, tool, waitFor } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from '../harness/program.ts';
import { assign, createTask, photograph, writeProgram } from '../harness/project.ts';
import { isSettled } from '../harness/workspace.ts';
import { begin, expectKept, healthOf, openItem, openSandboxBench, type SandboxBench } from './sandbox-bench.ts';

let bench: SandboxBench;

beforeAll(async () => {
  bench = await openSandboxBench();
  const { cw } = bench;
  await mkdir(join(cw.userHome, '.ssh'));
  await mkdir(join(cw.userHome, '.config/gh'), { recursive: true });
  await writeFile(join(cw.userHome, '.ssh/id_ed25519'), 'private-key');
  await writeFile(join(cw.userHome, '.config/gh/hosts.yml'), 'private-token');
  await writeFile(join(cw.userHome, '.gitconfig'), '[commit]\n\tgpgSign = true\n');
  await writeFile(join(cw.userHome, '.netrc'), 'machine x password private-word');
  await mkdir(join(cw.userHome, 'other'));
  await writeFile(join(cw.userHome, 'other/.credentials.json'), 'private-login');
  await cw.ask('account', 'add', 'other', '--provider', 'claude', '--config-dir', join(cw.userHome, 'other'));
});

afterAll(() => bench.close());

/** Tries each in a shell of the agent, and says of each whether it could be done. */
function tries(attempts: Readonly<Record<string, string>>): string {
  const lines = Object.entries(attempts).map(
    ([name, line]) => `if ( ${line} ) >/dev/null 2>&1; then echo '${name}: done'; else echo '${name}: refused'; fi`,
  );
  return lines.join('\n');
}

test('an agent commits, asks and is allowed, and neither writes outside nor reads what is hidden', async () => {
  const { cw, repo } = bench;
  await cw.set('agents.permissions', 'accept-edits', { project: 'sample' });
  const before = await photograph(repo);
  const clone = '$(git rev-parse --git-common-dir)';
  const attempts = {
    'write into the user’s repository': `echo x > ${repo.path}/a.txt`,
    'move the user’s branch': `git -C ${repo.path} update-ref refs/heads/main HEAD`,
    'move another branch': 'git update-ref refs/heads/cw/next HEAD',
    'make another branch': 'git branch elsewhere',
    'change the clone’s configuration': 'git config alias.x "!true"',

    'pack the refs': 'git pack-refs --all',
    'remove a pack': `rm -f ${clone}/objects/pack/*.pack`,
    'lead the worktree elsewhere': 'echo "gitdir: /tmp" > .git',
    'write into /etc': 'touch /etc/cw-was-here',
    'write into the home directory': 'touch ~/cw-was-here',
    'write into the workspace': `touch ${cw.home}/cw-was-here`,
    'read the database': `cat ${cw.home}/cw.db`,
    'read the server’s token': `cat ${cw.home}/server.json`,
    'read the run’s token': `find ${cw.home} -name mcp-token | grep -q .`,
    'see the files of runs': `cat ${cw.home}/agent-logs/*/output.jsonl`,
    'read a private key': 'cat ~/.ssh/id_ed25519',
    'read a token': 'cat ~/.config/gh/hosts.yml',
    'read a password': 'grep -q private ~/.netrc',
    'read another account': 'cat ~/other/.credentials.json',
    'see the server’s process': `kill -0 ${bench.server().pid}`,
    'be told of the workspace': 'env | grep -q "^CW_HOME="',
  };
  const cwInside = `${program()} task list; ${program()} init; CW_HOME=${cw.home} ${program()} task create x`;
  const { task, heard } = await begin(bench, 'Keep to the room', [
    tool('mcp__cw__ask', { question: 'Which port?' }),
    tool('Bash', { command: tries(attempts) }),
    tool('Bash', { command: `CW_HOME=${cw.home} ${cwInside}; true` }),
    tool('Bash', {
      command: [
        'echo one > b.txt && git add b.txt && git commit -q -m "feat: one"',
        'echo two > b.txt && git commit -q -a --amend -m "feat: two"',
        'echo c > c.txt && git add c.txt && git commit -q -m "feat: c"',
        'git rebase -q --force-rebase HEAD~1 && git status --porcelain && git log --format=%s -2',
        `echo temp > "$TMPDIR/note" && echo x > ${clone}/planted && cat /tmp/note`,
      ].join(' && '),
    }),
  ]);
  if (!bench.sandbox.works) return expectKept(bench, task);
  const question = await openItem(cw, task, 'question');
  await cw.ask('inbox', 'answer', question.id, '--text', '8080');
  let last: string | undefined;
  for (let count = 0; count < 3; count += 1) {
    const item = await openItem(cw, task, 'permission', last);
    last = item.id;
    await cw.ask('inbox', 'answer', item.id, 'allow');
  }
  expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(heard[0]).toContain('8080');
  expect(heard[1]?.split('\n')).toEqual(Object.keys(attempts).map((name) => `${name}: refused`));
  expect(heard[2]?.match(/This is an agent's sandbox/g)).toHaveLength(3);
  expect(heard[3]).toBe('feat: c\nfeat: two\ntemp');
  expect(await repo.git('show', 'cw/next:b.txt')).toBe('two');
  expect(await photograph(repo)).toEqual(before);
  expect(await repo.git('fsck', '--full')).toBe('');
  const [run] = await cw.runsOf(task.id);
  expect(run?.sandbox).toEqual({ on: true });
  expect((await cw.run(['run', 'show', run?.id ?? ''])).stdout).toMatch(/^sandbox +sandboxed$/m);
  expect(await readdir(join(cw.home, 'projects', run?.projectId ?? '', 'repo.git'))).not.toContain('planted');
  await expect(readFile(join(run?.logDir ?? '', 'tmp/note'))).rejects.toThrow();
  await cw.ask('config', 'unset', 'agents.permissions', '--project', 'sample');
});

test('a stopped agent is let finish, and takes what it started with it', async () => {
  const { cw } = bench;
  const daemon = 'setsid sh -c "exec env -i sleep 987654" >/dev/null 2>&1 &';
  const task = await createTask(cw, 'Work without end', {
    script: `trap 'echo bye > bye.txt; exit 3' TERM INT\n${daemon}\ntouch ready\nwhile :; do sleep 0.2; done`,
  });
  await assign(cw, task);
  if (!bench.sandbox.works) return expectKept(bench, task);
  const sleeping = async () => (await processesOf('sleep 987654')).length > 0;
  await waitFor(sleeping, { timeout: 60_000, what: 'the daemon' });
  const run = await cw.runAtWork(task.id);
  await cw.ask('run', 'stop', run.id);
  await cw.until(task.id, isSettled);
  const [stopped] = await cw.runsOf(task.id);
  expect(stopped).toMatchObject({ outcome: 'stopped', exitCode: 3 });
  expect(await processesOf('sleep 987654')).toEqual([]);
  expect(await processesCarrying(`CW_RUN=${run?.id}`)).toEqual([]);
  expect(await readFile(join(stopped?.worktree ?? '', 'bye.txt'), 'utf8')).toBe('bye\n');
});

test('with the sign-in that the user has without an account, a conversation is kept and gone on with', async () => {
  await using own = await openSandboxBench('own');
  const { cw, repo } = own;
  await writeFile(join(cw.userHome, '.claude.json'), '{"numStartups":1}');
  await mkdir(join(cw.userHome, '.claude'));
  await writeFile(join(cw.userHome, '.claude/settings.json'), '{}');
  await cw.set('inbox.askWait', '0');
  const commit = `echo x > own.txt && git add own.txt && git commit -q -m 'feat: own'`;
  const plant = `! sh -c 'echo x > "$HOME/.claude/settings.json"' && ! sh -c 'echo x > "$HOME/.bashrc"'`;
  own.model.when('Use my sign-in', [
    tool('mcp__cw__ask', { question: 'Which port?' }),
    result({ status: 'needs-input', summary: 's', question: 'Which port?' }),
    tool('Bash', { command: `${plant} && ${commit}` }),
    result({ status: 'done', summary: 's' }),
  ]);
  const task = await createTask(cw, 'Use my sign-in');
  await assign(cw, task);
  if (own.sandbox.works) {
    expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'blocked' });
    const { id } = await openItem(cw, task, 'question');
    const answered = await cw.ask('inbox', 'answer', id, '--text', '8080');
    const answers = (await cw.events()).filter(({ type }) => type === 'inbox.answered').map(({ entity }) => entity);
    expect(answers, JSON.stringify(answered)).toEqual([id]);
    expect(await cw.until(task.id, ({ status }) => status === 'closed')).toMatchObject({ outcome: 'done' });
    const runs = await cw.runsOf(task.id);
    const ended = runs.map(({ outcome, failure, reason, turns }) => [outcome, failure, reason, turns]);
    expect(
      runs.map(({ sandbox }) => sandbox),
      JSON.stringify(ended),
    ).toEqual([{ on: true }, { on: true }]);
    expect(new Set(runs.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(await repo.git('show', 'cw/next:own.txt')).toBe('x');
  } else await expectKept(own, task);
});

test('without bubblewrap, or where it does not work, nothing is started that is to be kept in a sandbox', async () => {
  const { cw } = bench;
  await bench.server().stop();
  await using bin = await tempDir('cw-bin');
  await symlink(await which('git'), join(bin.path, 'git'));
  await symlink(process.execPath, join(bin.path, 'node'));
  const task = await createTask(cw, 'Wait for walls', { script: 'echo x' });
  await assign(cw, task);
  for (const [why, text] of [
    ['is not installed', undefined],
    ['No permissions to create new namespace', 'echo "bwrap: No permissions to create new namespace" >&2; exit 1'],
  ] as const) {
    if (text !== undefined) await writeProgram(join(bin.path, 'bwrap'), `#!/bin/sh\n${text}\n`);
    await using server = await cw.serve({ env: { PATH: bin.path } });
    await waitFor(
      async () => {
        const { sandbox, concerns } = await healthOf(cw);
        return (
          sandbox.works === false && sandbox.why?.includes(why) && concerns.some(({ about }) => about === 'sandbox')
        );
      },
      { what: `health to say: ${why}` },
    );
    await expectKept({ cw, sandbox: (await healthOf(cw)).sandbox }, task);
    await server.stop();
  }
  await cw.set('agents.sandbox', 'off', { task: task.id });
  await bench.restart();
  await cw.until(task.id, isSettled);
  expect(await cw.runsOf(task.id)).toMatchObject([{ sandbox: { on: false, why: 'agents.sandbox is off' } }]);
});

async function which(name: string): Promise<string> {
  const { stdout } = await bench.cw.run(['-c', `command -v ${name}`], { program: '/bin/sh' });
  return stdout.trim();
}

/** Every process of the machine with this command line. */
async function processesOf(command: string) {
  const { stdout } = await bench.cw.run(['-eo', 'args'], { program: 'ps' });
  return stdout.split('\n').filter((line) => line.trim() === command);
}
