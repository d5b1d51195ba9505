import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TempDir, tempDir } from '@cw/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OwnFolder } from '../ports/provider.ts';
import { beginConversation, keepConversation } from './run-conversation.ts';

let dir: TempDir;
let account: string;
let logDir: string;
const file = 'c0ffee00-0000-4000-8000-000000000000.jsonl';

beforeEach(async () => {
  dir = await tempDir();
  [account, logDir] = [join(dir.path, 'account'), join(dir.path, 'logs/rn_1')];
  for (const folder of [account, logDir]) mkdirSync(folder, { recursive: true });
});
afterEach(() => dir.remove());

const own = (path = account, more: Partial<OwnFolder['conversation']> = {}): OwnFolder => ({
  path,
  signIn: 'sign-in',
  settings: [],
  env: () => ({}),
  conversation: { folder: '-work', isShortened: false, file, ...more },
});

function write(root: string, text: string, folder = '-work'): string {
  mkdirSync(join(root, 'projects', folder), { recursive: true });
  writeFileSync(join(root, 'projects', folder, file), text);
  return join(root, 'projects', folder, file);
}
const read = (root: string, folder = '-work') => readFileSync(join(root, 'projects', folder, file), 'utf8');
const made = () => join(logDir, 'config');
const begin = (before: { logDir: string; account: string } | null = null, it = own()) =>
  beginConversation(logDir, { own: it, isMade: true, before });

test('a conversation goes into the account’s folder when its run has ended, and all else goes', async () => {
  await begin();
  write(made(), 'one\n');
  for (const name of ['settings.json', 'projects/-work/other.jsonl', '.claude.json'])
    writeFileSync(join(made(), name), '');
  mkdirSync(join(made(), 'projects/-work/memory'));
  mkdirSync(join(made(), 'shell-snapshots'));
  await keepConversation(logDir);
  expect(read(account)).toBe('one\n');
  expect(readdirSync(account, { recursive: true }).toSorted()).toEqual([
    'projects',
    'projects/-work',
    `projects/-work/${file}`,
  ]);
  expect(existsSync(made())).toBe(false);
  await keepConversation(logDir);
  expect(read(account)).toBe('one\n');
});

test('a run that goes on finds the conversation, and under another account too', async () => {
  write(account, 'one\n');
  await begin({ logDir: join(dir.path, 'logs/rn_0'), account });
  expect(read(made())).toBe('one\n');
  const second = join(dir.path, 'second');
  rmSync(logDir, { recursive: true });
  mkdirSync(logDir);
  await begin({ logDir: join(dir.path, 'logs/rn_0'), account }, own(second));
  writeFileSync(join(made(), 'projects/-work', file), 'one\ntwo\n');
  await keepConversation(logDir);
  expect([read(account), read(second)]).toEqual(['one\n', 'one\ntwo\n']);
});

test('a run outside of any sandbox finds it under another account', async () => {
  write(account, 'one\n');
  const second = join(dir.path, 'second');
  const before = { logDir: join(dir.path, 'logs/rn_0'), account };
  await beginConversation(logDir, { own: own(second), isMade: false, before });
  expect(read(second)).toBe('one\n');
  expect(existsSync(made())).toBe(false);
});

test('a folder whose name is too long is found by its beginning', async () => {
  const it = own(account, { folder: '-long', isShortened: true });
  write(account, 'one\n', '-long-1x2y');
  await begin({ logDir: join(dir.path, 'logs/rn_0'), account }, it);
  writeFileSync(join(made(), 'projects/-long-1x2y', file), 'two\n');
  await keepConversation(logDir);
  expect(read(account, '-long-1x2y')).toBe('two\n');
});

test('an agent that is at work keeps its conversation when its start is repeated', async () => {
  write(account, 'one\n');
  const before = { logDir: join(dir.path, 'logs/rn_0'), account };
  await begin(before);
  writeFileSync(join(made(), 'projects/-work', file), 'one\ntwo\n');
  await begin(before);
  expect(read(made())).toBe('one\ntwo\n');
});

test('what could not be put into the account’s folder is found by the run that goes on', async () => {
  await begin();
  write(made(), 'one\n');
  const elsewhere = join(dir.path, 'elsewhere');
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(account, 'projects'));
  await keepConversation(logDir);
  expect(readdirSync(elsewhere)).toEqual([]);
  const before = { logDir, account };
  logDir = join(dir.path, 'logs/rn_2');
  mkdirSync(logDir);
  await begin(before);
  expect(read(made())).toBe('one\n');
});

const secret = () => join(dir.path, 'secret.jsonl');
test.each<[string, (at: string) => void]>([
  ['a symbolic link', (at) => symlinkSync(secret(), at)],
  ['a second name of a file', (at) => linkSync(secret(), at)],
  ['a pipe', (at) => execFileSync('mkfifo', [at])],
  ['a folder', (at) => mkdirSync(at)],
  [
    'a file of a terabyte',
    (at) => {
      writeFileSync(at, '');
      truncateSync(at, 2 ** 40);
    },
  ],
])('%s in the place of a conversation is not copied, and the account keeps what it had', async (_what, put) => {
  writeFileSync(secret(), 'secret');
  write(account, 'one\n');
  await begin();
  mkdirSync(join(made(), 'projects/-work'), { recursive: true });
  put(join(made(), 'projects/-work', file));
  await keepConversation(logDir);
  expect(read(account)).toBe('one\n');
  expect(readdirSync(join(account, 'projects/-work'))).toEqual([file]);
  expect(readFileSync(secret(), 'utf8')).toBe('secret');
});

test.each(['projects', 'projects/-work'])(
  'a link in the place of %s is not followed, to read or to write',
  async (name) => {
    const elsewhere = join(dir.path, 'elsewhere');
    write(elsewhere, 'other\n');
    await begin();
    if (name !== 'projects') mkdirSync(join(made(), 'projects'));
    symlinkSync(join(elsewhere, name), join(made(), name));
    await keepConversation(logDir);
    expect(existsSync(join(account, 'projects'))).toBe(false);
    logDir = join(dir.path, 'logs/rn_2');
    mkdirSync(logDir);
    await begin();
    write(made(), 'two\n');
    if (name !== 'projects') mkdirSync(join(account, 'projects'));
    symlinkSync(join(elsewhere, name), join(account, name));
    await keepConversation(logDir);
    expect(read(elsewhere)).toBe('other\n');
  },
);

test('a link in the place of the account’s own file is replaced, and what it led to stays as it was', async () => {
  writeFileSync(secret(), 'secret');
  mkdirSync(join(account, 'projects/-work'), { recursive: true });
  for (const name of [file, `${file}.cw-new`]) symlinkSync(secret(), join(account, 'projects/-work', name));
  await begin();
  write(made(), 'one\n');
  await keepConversation(logDir);
  expect(read(account)).toBe('one\n');
  expect(readFileSync(secret(), 'utf8')).toBe('secret');
});
