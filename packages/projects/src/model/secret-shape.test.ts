import { expect, test } from 'vitest';
import { secretByContent, secretByName } from './secret-shape.ts';

test('names that secrets are kept under are told from their examples', () => {
  for (const path of ['.env', 'app/.env.local', 'deploy/id_ed25519', 'tls/server.pem', '.netrc']) {
    expect(secretByName(path)).toBeDefined();
  }
  for (const path of ['.env.example', 'id_rsa.pub', 'src/env.ts', 'keys.md', '.envrc.sample']) {
    expect(secretByName(path)).toBeUndefined();
  }
});

test('tokens are known by their shape', () => {
  expect(secretByContent(`x = "${'AKIA'}ABCDEFGHIJKLMNOP"`)).toBe('an AWS access key');
  expect(secretByContent(`${'sk-ant-'}api03-${'a'.repeat(30)}`)).toBe('an Anthropic key');
  expect(secretByContent('the task sk-ant is done')).toBeUndefined();
});
