import { chmod, mkdir, open, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { schemaVersion } from '@cw/storage';
import { tempDir, tempRepo } from '@cw/testkit';
import { expect, test } from 'vitest';
import { copyProgram, stranger } from '../harness/copied-program.ts';
import { cleanEnv } from '../harness/program.ts';
import { envelopeIn, type Ran, type RunOptions, runCw } from '../harness/run-cw.ts';
import { openWorkspace } from '../harness/workspace.ts';
import { expectSane } from './expectations.ts';
import type { Case } from './give.ts';

type Doors = readonly (readonly string[])[];
const doorsThatMake: Doors = [['task', 'create', 'T'], ['init'], ['--server', '--port', '0']];
const everyDoor: Doors = [['task', 'list'], ['project', 'list'], ...doorsThatMake];

function expectRefused(ran: Ran, refusal: Case['refusal']): void {
  const envelope = envelopeIn<unknown>(ran);
  if (envelope.ok) throw new Error(`not refused: ${ran.stdout}`);
  expectSane({ code: ran.code, ran, error: envelope.error }, refusal);
}

/** Sets the version that SQLite keeps in the file's head, as a newer program would have. */
async function setSchemaVersion(path: string, version: number): Promise<void> {
  const file = await open(path, 'r+');
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(version);
  await file.write(bytes, 0, 4, 60);
  await file.close();
}

test('a home that a newer version made is refused at every door, and stays as it is', async () => {
  await using cw = await openWorkspace();
  const path = join(cw.home, 'cw.db');
  await setSchemaVersion(path, schemaVersion + 1);
  const before = await readFile(path);
  for (const args of everyDoor) {
    expectRefused(await cw.run([...args, '--json']), ['storage.newer', 1, new RegExp(`schema ${schemaVersion + 1}`)]);
  }
  expect((await cw.run(['mcp', '--token-file', '/none'])).code).not.toBe(0);
  expect(await readFile(path)).toEqual(before);
});

test('a database that is none is refused at every door, and stays as it is', async () => {
  await using folder = await tempDir();
  await writeFile(join(folder.path, 'cw.db'), 'this is no database, '.repeat(500));
  const before = await readFile(join(folder.path, 'cw.db'));
  const options = { env: { ...cleanEnv(folder.path), CW_HOME: folder.path } };
  for (const args of everyDoor) {
    expectRefused(await runCw([...args, '--json'], options), ['storage.unreadable', 69, /--home/]);
  }
  expect(await readFile(join(folder.path, 'cw.db'))).toEqual(before);
});

test('a file in the place of a home is refused at every door', async () => {
  await using folder = await tempDir();
  const home = join(folder.path, 'file');
  await writeFile(home, 'text');
  const options = { env: { ...cleanEnv(folder.path), CW_HOME: home } };
  for (const args of everyDoor) {
    expectRefused(await runCw([...args, '--json'], options), ['storage.not-a-folder', 69, /--home/]);
  }
  expect(await readFile(home, 'utf8')).toBe('text');
});

test.each(['dangling', 'dangling/below', 'long'.repeat(100)])(
  'a home that cannot be a folder is refused: %s',
  async (name) => {
    await using folder = await tempDir();
    await symlink(join(folder.path, 'nowhere'), join(folder.path, 'dangling'));
    const options = { env: { ...cleanEnv(folder.path), CW_HOME: join(folder.path, name) } };
    expectRefused(await runCw(['init', '--json'], options), ['storage.not-a-folder', 69, /--home/]);
  },
);

/** Runs a copy of the program as a user whom permissions hold, with a home of that user's own. */
async function openStrangersHome() {
  const copy = await copyProgram();
  const home = join(copy.path, 'home');
  await mkdir(home);
  await chmod(home, 0o777);
  const options: RunOptions = {
    ...{ program: copy.program, user: stranger },
    env: { ...cleanEnv(home), CW_HOME: join(home, 'cw') },
  };
  return {
    ...copy,
    home,
    run: (args: readonly string[], more = {}) => runCw([...args, '--json'], { ...options, ...more }),
  };
}

test('a home that may not be made is refused at every door that makes one', async () => {
  await using at = await openStrangersHome();
  const closed = join(at.path, 'closed');
  await mkdir(closed);
  await chmod(closed, 0o555);
  const env = { ...cleanEnv(at.home), CW_HOME: join(closed, 'cw') };
  for (const args of doorsThatMake) {
    expectRefused(await at.run(args, { env }), ['storage.no-permission', 69, /closed/]);
  }
});

test('a home that other users can write to is refused at every door, and doctor says so', async () => {
  await using cw = await openWorkspace();
  for (const mode of [0o770, 0o707, 0o777]) {
    await chmod(cw.home, mode);
    const before = await readdir(cw.home);
    for (const args of everyDoor) {
      const { code, error } = await cw.refusal([...args]);
      expect({ args, code, error }).toMatchObject({ code: 1, error: { code: 'storage.open-to-others' } });
      expect(error.hint).toContain(`chmod 700 ${cw.home}`);
    }
    expect((await cw.run(['mcp', '--token-file', '/none'])).code).not.toBe(0);
    expect(await readdir(cw.home)).toEqual(before);
    expect((await cw.runQuick(['doctor'])).stdout).toContain(`chmod 700 ${cw.home}`);
  }
  await chmod(cw.home, 0o700);
  expect((await cw.runQuick(['task', 'list'])).code).toBe(0);
});

test('a repository or a file that may not be read is refused', async () => {
  await using at = await openStrangersHome();
  await using repo = await tempRepo({ files: { 'a.txt': 'a' } });
  const locked = join(at.path, 'locked');
  await repo.git('clone', '-q', repo.path, locked);
  await writeFile(join(at.path, 'locked.txt'), 'text');
  await chmod(locked, 0o000);
  await chmod(join(at.path, 'locked.txt'), 0o000);
  expect((await at.run(['init'])).code).toBe(0);
  expectRefused(await at.run(['project', 'add', locked]), ['project.no-permission', 1, /locked/]);
  const args = ['task', 'create', 'T', '--description-file', join(at.path, 'locked.txt')];
  expectRefused(await at.run(args), ['input.unreadable', 2, /permission denied/]);
  expect((await at.run(['task', 'list'])).stdout).toContain('"total":0');
});
