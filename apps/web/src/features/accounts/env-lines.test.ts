import { expect, test } from 'vitest';
import { readEnvLines } from './env-lines.ts';

test('a value may hold equals signs and be empty', () => {
  expect(readEnvLines('A=b=c\n\n  EMPTY= \n')).toEqual({ ok: true, env: { A: 'b=c', EMPTY: '' } });
});

test('a line that is no variable is named without its value', () => {
  expect(readEnvLines('GOOD=1\nbad key=secret')).toEqual({ ok: false, line: 'bad key' });
});
