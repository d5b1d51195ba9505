import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { step } from '@cw/kernel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepSandboxState, readSandboxState } from './sandbox-files.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cw-sandbox-files-'));
});

afterEach(() => rmSync(home, { recursive: true }));

test('what was found is read as it was kept, with what to do about it', () => {
  const next = [step('Or turn the sandbox off', 'config set', 'agents.sandbox', 'off')];
  const state = { works: false, why: 'bubblewrap is not installed', hint: 'Install it.', next } as const;
  keepSandboxState(home, state);
  expect(readSandboxState(home)).toEqual(state);
});

test.each([
  [
    { why: 'it fails', hint: 'Mend it' },
    { why: 'it fails', hint: 'Mend it.' },
  ],
  [
    { why: 'it fails', next: [null, 'a', { say: 'Mend it' }, { say: 'Mend it', command: 'config set', args: ['a'] }] },
    { why: 'it fails', next: [{ say: 'Mend it', command: 'config set', args: ['a'] }] },
  ],
  [{ why: 'it fails' }, { why: 'it fails' }],
])('what another version kept is read as far as it can be: %j', (kept, read) => {
  writeFileSync(join(home, 'sandbox.json'), JSON.stringify({ works: false, ...kept }));
  expect(readSandboxState(home)).toEqual({ works: false, ...read });
  writeFileSync(
    join(home, 'sandbox.json'),
    JSON.stringify({ works: true, program: '/usr/bin/bwrap', noNetwork: kept }),
  );
  expect(readSandboxState(home)).toMatchObject({ works: true, noNetwork: read });
});
