import { describe, expect, test } from 'vitest';
import { affectedBy, packageNeeds } from './affected.mjs';
import { planFor, wholePlan } from './plan.mjs';

const needs = new Map([
  ['packages/kernel', []],
  ['packages/tasks', ['packages/kernel']],
  ['packages/ui', []],
  ['apps/cw', ['packages/tasks']],
  ['apps/web', ['packages/ui', 'apps/cw']],
]);

const stagesOf = (plan) => new Map(plan.flat(2).map(({ name, files }) => [name, files]));

describe('what a change affects', () => {
  test('is every package downstream of it', () => {
    expect(affectedBy(['packages/tasks/src/index.ts'], needs).packages).toEqual([
      'apps/cw',
      'apps/web',
      'packages/tasks',
    ]);
    expect(affectedBy(['packages/ui/src/button.tsx'], needs).packages).toEqual(['apps/web', 'packages/ui']);
  });

  test('is everything when it belongs to no package', () => {
    for (const file of ['pnpm-lock.yaml', 'drizzle/0001_more.sql', 'scripts/build.mjs']) {
      expect(affectedBy([file], needs).everything).toBe(true);
    }
  });

  test('is only the test itself when that is what changed', () => {
    const affected = affectedBy(['packages/kernel/src/ids.test.ts', 'apps/cw/e2e/inbox.e2e.test.ts'], needs);
    expect(affected).toMatchObject({ everything: false, packages: [] });
    expect(affected.files).toEqual(['packages/kernel/src/ids.test.ts', 'apps/cw/e2e/inbox.e2e.test.ts']);
  });

  test('is what runs the documents when only prose changed', () => {
    const affected = affectedBy(['README.md', 'packages/testkit/README.md'], needs);
    expect(affected).toMatchObject({ everything: false, packages: [], docs: true });
    expect(stagesOf(planFor(affected)).get('e2e')).toEqual(['apps/cw/e2e/docs/']);
  });

  test('knows the packages of this workspace and what they need for their tests too', () => {
    const real = packageNeeds();
    expect(real.get('apps/web')).toEqual(expect.arrayContaining(['apps/cw', 'packages/ui', 'packages/testkit']));
    expect(real.get('packages/kernel')).not.toContain('packages/storage');
  });
});

describe('the plan', () => {
  test('runs every check, and of the tests those of what is affected', () => {
    const stages = stagesOf(planFor(affectedBy(['packages/ui/src/button.tsx'], needs)));
    expect([...stages.keys()]).toEqual(
      expect.arrayContaining(['lint', 'walls', 'types', 'build', 'unit', 'int', 'e2e']),
    );
    expect(stages.get('unit')).toEqual(['apps/web/src/', 'packages/ui/src/']);
    expect(stages.get('e2e')).toEqual(['apps/web/e2e/']);
  });

  test('builds nothing and starts no program for a change that no program knows', () => {
    const stages = stagesOf(planFor(affectedBy(['packages/kernel/src/ids.test.ts'], needs)));
    expect(stages.has('build')).toBe(false);
    expect(stages.has('e2e')).toBe(false);
    expect(stages.get('unit')).toEqual(['packages/kernel/src/ids.test.ts']);
  });

  test('refuses a stage that there is not', () => {
    expect(() => wholePlan(['lints'])).toThrow('no stage lints; there are lint');
  });
});
