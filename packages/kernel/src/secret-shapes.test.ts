import { expect, test } from 'vitest';
import { hideSecrets } from './secret-shapes.ts';

const key = (end: string) => `-----BEGIN RSA ${'PRIVATE'} KEY-----\nabc\ndef\n${end}`;

test.each([
  ['a token by its shape', `use ${'AKIA'}ABCDEFGHIJKLMNOP now`, 'use [an AWS access key, hidden] now'],
  ['a whole private key', `${key(`-----END RSA ${'PRIVATE'} KEY-----`)} end`, '[a private key, hidden] end'],
  ['a private key that was cut off', `x ${key('ghi')}`, 'x [a private key, hidden]'],
  ['a known value, wherever it stands', 'a=hunter2-long b=hunter2-long', 'a=[hidden] b=[hidden]'],
  ['nothing of an ordinary text', 'the task sk-ant is done', 'the task sk-ant is done'],
])('%s is hidden', (_, text, shown) => {
  expect(hideSecrets(text, ['hunter2-long'])).toBe(shown);
});
