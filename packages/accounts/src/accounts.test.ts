import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { randomId } from '@cw/kernel';
import { openTestStorage, testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { createAccountsModule } from './accounts.module.ts';
import { parseEnv } from './model/account.ts';

const input = { name: 'personal', provider: 'claude', configDir: '/tmp/c', env: { ANTHROPIC_API_KEY: 'sk-secret' } };

const programs = [{ name: 'claude', title: 'Claude Code', usualFolder: '~/.claude', variable: 'ANTHROPIC_API_KEY' }];

describe('accounts', () => {
  test('are logins of the programs that are there, and of no other', async () => {
    using storage = openTestStorage();
    const accounts = createAccountsModule({ home: storage.folder, ids: randomId, storage }, programs);
    expect(await accounts.commands.add({ ...input, provider: 'other' }, testAct)).toEqual({
      ok: false,
      error: { kind: 'account.provider-unknown', provider: 'other', known: ['claude'] },
    });
  });

  test('secret values are in a 0600 file and nowhere in the database', async () => {
    using storage = openTestStorage();
    const accounts = createAccountsModule({ home: storage.folder, ids: randomId, storage }, programs);
    const added = await accounts.commands.add(input, testAct);
    expect(added).toMatchObject({ ok: true, value: { name: 'personal', envKeys: ['ANTHROPIC_API_KEY'] } });
    const [file] = readdirSync(join(storage.folder, 'accounts'));
    const path = join(storage.folder, 'accounts', file ?? '');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(storage.path).includes('sk-secret')).toBe(false);
    expect(added.ok && (await accounts.environment(added.value.id))).toEqual(input.env);
  });

  test('a second one of the same name is refused and leaves no file', async () => {
    using storage = openTestStorage();
    const accounts = createAccountsModule({ home: storage.folder, ids: randomId, storage }, programs);
    await accounts.commands.add(input, testAct);
    expect(await accounts.commands.add(input, testAct)).toMatchObject({
      ok: false,
      error: { kind: 'account.name-taken' },
    });
    expect(readdirSync(join(storage.folder, 'accounts'))).toHaveLength(1);
  });

  test('removing takes the values off the disk and frees the name', async () => {
    using storage = openTestStorage();
    const accounts = createAccountsModule({ home: storage.folder, ids: randomId, storage }, programs);
    await accounts.commands.add(input, testAct);
    expect(await accounts.commands.remove({ account: 'personal' }, testAct)).toMatchObject({ ok: true });
    expect(readdirSync(join(storage.folder, 'accounts'))).toHaveLength(0);
    expect(await accounts.commands.add(input, testAct)).toMatchObject({ ok: true });
  });

  test('variables that steer cw itself are refused', () => {
    expect(parseEnv(['CW_HOME=/x'], {})).toMatchObject({ ok: false, error: { kind: 'account.env-invalid' } });
    expect(parseEnv(['KEY'], { KEY: 'from here' })).toEqual({ ok: true, value: { KEY: 'from here' } });
    expect(parseEnv(['KEY'], {})).toMatchObject({ ok: false });
  });
});
