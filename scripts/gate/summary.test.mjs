import { describe, expect, test } from 'vitest';
import { summaryOf } from './summary.mjs';

const failed = { file: 'apps/web/e2e/a.e2e.test.ts', name: 'a row opens', said: 'Error: no row\n    at x' };
const e2e = { name: 'e2e', fix: 'Run it again.', ms: 61_000 };
const files = [
  { file: 'a.test.ts', ms: 500 },
  { file: 'b.test.ts', ms: 2000 },
];
const lint = { name: 'lint', fix: 'Mend it.', state: 'ok', ms: 4000 };

const ended = (state, failures) => ({
  ...e2e,
  state,
  tests: { passed: 10, errors: 0, files, failed: failures },
});

const words = (outcome) => summaryOf(outcome).lines.join('\n');

describe('the summary', () => {
  test('tells the time of each stage and the slowest files, and ends with what CI reads', () => {
    const text = words({ stages: [lint, ended('ok', [])], reruns: [], ms: 65_000 });
    expect(text).toMatch(/lint +4\.0 s\ne2e +61\.0 s\nin all +65\.0 s/);
    expect(text).toMatch(/slowest files\n +2\.0 s {2}b\.test\.ts\n +0\.5 s {2}a\.test\.ts/);
    expect(text.split('\n').at(-1)).toBe('11 passed, 0 failed');
    expect(text).not.toContain('FLAKY');
  });

  test('is green with a test that passed when it was run again, and says so loudly', () => {
    const reruns = [{ ...failed, passed: true, kept: '/somewhere/flaky/1' }];
    const outcome = { stages: [ended('again', [failed])], reruns, ms: 1 };
    expect(summaryOf(outcome).failed).toBe(0);
    expect(words(outcome)).toMatch(
      /!!! FLAKY[\s\S]*!!! apps\/web\/e2e\/a\.e2e\.test\.ts > a row opens\n!!! {3}Error: no row/,
    );
    expect(words(outcome)).toMatch(/\n11 passed, 0 failed$/);
  });

  test('is red with a test that failed twice, or that was not run again', () => {
    const twice = [{ ...failed, passed: false, kept: '/somewhere/flaky/1' }];
    for (const reruns of [twice, []]) {
      const outcome = { stages: [ended('again', [failed])], reruns, ms: 1 };
      expect(summaryOf(outcome).failed).toBe(1);
      expect(words(outcome)).toMatch(
        /e2e failed: apps\/web\/e2e\/a\.e2e\.test\.ts > a row opens[\s\S]*\n10 passed, 1 failed$/,
      );
    }
  });

  test('is red with a stage that failed, and does not count what was stopped for it', () => {
    const stopped = { ...lint, name: 'unit', state: 'stopped' };
    const text = words({ stages: [{ ...lint, state: 'failed' }, stopped], reruns: [], ms: 1 });
    expect(text).toMatch(/lint failed\. Mend it\.\n\n0 passed, 1 failed$/);
  });

  test('is red with an error beside the tests', () => {
    const text = words({ stages: [ended('failed', [])], reruns: [], ms: 1 });
    expect(text).toContain('e2e failed. Run it again.');
  });
});
