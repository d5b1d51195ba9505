import { describe, expect, test } from 'vitest';
import { advance, emptyTrace } from '../../model/stream/run-trace.ts';
import { inWords } from '../../model/testing.ts';
import type { RunEnd } from '../../model/verdict.ts';
import { judgeScript } from './errors.ts';

const ended: RunEnd = { exitCode: 0, stoppedBy: null, errorOutput: '' };

describe('a run of a script', () => {
  const printed = (...lines: string[]) =>
    lines.map((text) => ({ kind: 'output', text }) as const).reduce(advance, emptyTrace);

  test('is done when it exits with 0, and its last line is the summary', () => {
    expect(judgeScript(printed('building', 'built', ''), ended)).toMatchObject({ outcome: 'done', summary: 'built' });
  });

  test('fails with its exit code and last lines', () => {
    const verdict = inWords(judgeScript(printed('a', 'no such file'), { ...ended, exitCode: 2 }));
    expect(verdict).toMatchObject({ outcome: 'failed', reason: 'The script ended with exit code 2:\na\nno such file' });
  });

  test.each([null, 137])('is lost when it ended with %s', (exitCode) => {
    expect(judgeScript(printed(), { ...ended, exitCode }).outcome).toBe('lost');
  });
});
