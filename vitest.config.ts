import { accessSync, constants, statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * A folder in memory where there is one with room: what unit and integration tests make is there, so that none waits for
 * a disk. Undefined leaves the system's own.
 */
function memoryFolder(): string | undefined {
  const folder = '/dev/shm';
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 2 ** 30 ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Files that take longest, as the gate lists them. They are begun first: a long one begun last is waited for alone. */
const slow = [
  'apps/cw/e2e/asking.',
  'packages/agents/src/providers/claude/claude.',
  'apps/web/e2e/screens/full-wide.',
  'apps/web/e2e/silent-link.',
  'apps/web/e2e/screens/full-narrow.',
  'apps/cw/e2e/misbehaving/',
  'apps/cw/e2e/docs/documents.',
  'apps/cw/e2e/crash/',
  'apps/cw/e2e/retry.',
  'apps/web/e2e/live.',
  'apps/cw/e2e/contract/contract.',
  'apps/cw/e2e/steering.',
  'apps/cw/e2e/faults/no-writing.',
  'apps/cw/e2e/sandbox/',
  'apps/cw/e2e/merge-queue.',
  'apps/web/e2e/screens/empty.',
  'packages/projects/src/adapters/git/task-worktree.',
  'packages/integration/src/commands/work-queue.',
  'packages/orchestrator/src/',
  'packages/steering/src/',
  'packages/upkeep/src/',
];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const place = slow.findIndex((part) => moduleId.includes(part));
      return place < 0 ? slow.length : place;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

const memory = memoryFolder();

// A worker runs file after file in one process: what a file imports is read once. So nothing that a test changes
// outside itself may stay (docs/testing.md).
const shared = {
  env: { NO_COLOR: '1' },
  pool: 'forks',
  isolate: false,
  restoreMocks: true,
  setupFiles: './scripts/sql/record-statements.ts',
} as const;

const inMemory = { ...shared.env, ...(memory === undefined ? {} : { TMPDIR: memory }) };

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    // What one stage of the gate has compiled, the next one reads.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          env: inMemory,
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.{ts,mjs}'],
          exclude: ['**/node_modules/**', '**/*.int.test.*', '**/*.sql.test.*'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'int',
          env: inMemory,
          include: [
            'packages/*/src/**/*.int.test.{ts,tsx}',
            'apps/*/src/**/*.int.test.{ts,tsx}',
            'scripts/**/*.int.test.ts',
          ],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['apps/*/e2e/**/*.e2e.test.ts'],
          testTimeout: 360_000,
          hookTimeout: 360_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'sql',
          include: ['scripts/sql/*.sql.test.ts'],
          testTimeout: 180_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'component',
          include: ['apps/web/component/**/*.component.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'smoke',
          include: ['apps/cw/e2e/**/*.smoke.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
