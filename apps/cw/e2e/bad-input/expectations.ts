import { expect } from 'vitest';
import type { Ran } from '../harness/run-cw.ts';
import type { Refused } from '../harness/workspace.ts';
import type { Case } from './give.ts';

const destructive = /\brm -|--hard|push (-f|--force)|\bdrop table|\bdelete\b/i;
const innards = /\n\s+at .*\d+:\d+|node:internal|\[object Object\]|\bundefined\b|SQLITE_/;

/** One envelope with a stable code, a message that is a sentence, and a hint that destroys nothing. */
export function expectSane({ error, ran }: Refused, [code, exit, says]: Case['refusal']): void {
  const said = `${error.message} ${error.hint}`;
  expect({ code: error.code, exit: ran.code, said }).toMatchObject({ code, exit, said: expect.stringMatching(says) });
  expect(error.message).toMatch(/[.?!]$/);
  expect(error.message.length).toBeLessThan(1_000);
  expect(error.hint).toBeTruthy();
  expect(said).not.toMatch(destructive);
  expect(ran.stdout).not.toMatch(innards);
  expect(ran.stderr).toBe('');
}

/** The same without `--json`: talk on standard error, nothing on standard output. */
export function expectSaidToPeople(ran: Ran, [code, exit]: Case['refusal']): void {
  expect(ran).toMatchObject({ code: exit, stdout: '' });
  expect(ran.stderr).toMatch(/^error /);
  expect(ran.stderr).toContain(`(${code})`);
  expect(ran.stderr).toMatch(/\nhint {2}/);
  expect(ran.stderr).not.toMatch(innards);
}
