import { defineConfig } from 'vitest/config';

const shared = {
  env: { NO_COLOR: '1' },
  pool: 'forks',
  restoreMocks: true,
} as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.int.test.*', '**/*.e2e.test.*'],
          testTimeout: 60_000,
          hookTimeout: 20_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'int',
          include: [
            'packages/*/src/**/*.int.test.{ts,tsx}',
            'apps/*/src/**/*.int.test.{ts,tsx}',
            'scripts/**/*.int.test.ts',
          ],
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['apps/*/e2e/**/*.e2e.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
