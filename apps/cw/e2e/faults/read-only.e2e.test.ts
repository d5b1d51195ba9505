import { chmod, chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyProgram, stranger } from '../harness/copied-program.ts';
import { cleanEnv } from '../harness/program.ts';
import { envelopeIn, type RunOptions, runCw } from '../harness/run-cw.ts';
import { diagnose } from './diagnosis.ts';
import { stateOf } from './folder-state.ts';

/** A workspace with one task, of a user whom permissions hold. */
async function openStrangersWorkspace() {
  const copy = await copyProgram();
  const home = join(copy.path, 'cw');
  await mkdir(home, { mode: 0o700 });
  if (stranger.uid !== undefined) await chown(home, stranger.uid, stranger.gid ?? 0);
  const options: RunOptions = {
    ...{ program: copy.program, user: stranger },
    env: { ...cleanEnv(copy.path), CW_HOME: home },
  };
  const run = (args: readonly string[]) => runCw(args, options);
  expect((await run(['task', 'create', 'there', '--json'])).code).toBe(0);
  const close = async (mode: number) => {
    for (const name of await readdir(home)) await chmod(join(home, name), mode & 0o600);
    await chmod(home, mode);
  };
  return { ...copy, home, run, runQuick: run, close };
}

const writes = [
  ['task', 'create', 'more'],
  ['task', 'update', '--title', 'other', 'tk_'],
  ['config', 'set', 'orchestrator.maxConcurrent', '2'],
  ['backup', 'create'],
] as const;

test('a home that is read-only refuses every write with a code, and keeps all of it as it is', async () => {
  await using at = await openStrangersWorkspace();
  await at.close(0o500);
  const before = await stateOf(at.home);
  for (const args of writes) {
    const ran = await at.run([...args, '--json']);
    expect(ran.code, ran.stdout).not.toBe(70);
    expect(envelopeIn(ran), args.join(' ')).toMatchObject({
      ok: false,
      error: { code: expect.stringMatching(/^(storage|backup)\.(read-only|no-permission|not-written)$/) },
    });
  }
  expect(await stateOf(at.home)).toEqual(before);
});

test('doctor looks at a home that is read-only, and tells of one that may not be read', async () => {
  await using at = await openStrangersWorkspace();
  await at.close(0o500);
  expect((await diagnose(at)).database.state).toBe('current');
  for (const mode of [0o100, 0o000]) {
    await at.close(mode);
    expect(await diagnose(at)).toMatchObject({ healthy: false, database: { state: 'unreadable' } });
  }
});
