import { expect, test } from 'vitest';
import { hideAddresses, holdsSecret, withoutSecrets } from './address.ts';

const token = `${'ghp_'}${'a1'.repeat(20)}`;

test.each([
  ['https://ada:secret@example.com/app.git', 'https://example.com/app.git'],
  ['HTTPS://ada:secret@example.com/app.git', 'HTTPS://example.com/app.git'],
  ['https://user:p@ss@host/app.git', 'https://host/app.git'],
  ['https://user:p/s?s@host/app.git', 'https://host/app.git'],
  ['https://user:@host:8443/app.git', 'https://host:8443/app.git'],
  [`https://${token}@github.com/a/b.git`, 'https://github.com/a/b.git'],
  ['ssh://git:secret@host:22/app.git', 'ssh://git@host:22/app.git'],
  [`ssh://${token}@host/app.git`, 'ssh://host/app.git'],
  ['hg::https://ada:secret@host/x', 'hg::https://host/x'],
  ['https://host/app.git?private_token=abc', 'https://host/app.git'],
  ['https://host/app.git?a=b&access_token=abc#x', 'https://host/app.git'],
])('%s holds a secret and is told without it', (address, told) => {
  expect(holdsSecret(address)).toBe(true);
  expect(withoutSecrets(address)).toBe(told);
  expect(hideAddresses(`fatal: unable to access '${address}': refused`)).toBe(
    `fatal: unable to access '${told}': refused`,
  );
});

test.each([
  'ssh://git@example.com/app.git',
  'ssh://git@example.com/srv/c#/app.git',
  'git@example.com:app.git',
  'https://example.com:8443/a@b/app.git',
  'https://[::1]:8443/app.git',
  'file:///srv/what?/app.git',
  '/srv/a:b@c/app.git',
])('%s stays as it is', (address) => {
  expect(holdsSecret(address)).toBe(false);
  expect(withoutSecrets(address)).toBe(address);
});

test('the name of a user in the address of a web server is no secret, but nothing that others need', () => {
  expect(holdsSecret('https://ada@example.com/app.git')).toBe(false);
  expect(withoutSecrets('https://ada@example.com/app.git')).toBe('https://example.com/app.git');
});
