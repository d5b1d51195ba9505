import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../files.mjs';

/**
 * The command that runs tests, and the environment in which it writes what came of them to `report`.
 * @param statements the folder in which each statement that is run is written down, or read by the stage `sql`
 * @param only the full name of the one test that is run
 * @param mayBeEmpty whether no test among `files` is fine
 */
export function vitestCommand({ projects, files = [], only, report, statements, workers, mayBeEmpty }) {
  const command = [
    join(root, 'node_modules/.bin/vitest'),
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    `--reporter=${join(root, 'scripts/gate/reporter.mjs')}`,
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
    ...(only === undefined ? [] : ['--testNamePattern', `^${only.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`]),
    ...(mayBeEmpty ? ['--passWithNoTests'] : []),
    ...files,
  ];
  return { command, env: { CW_GATE_REPORT: report, ...(statements === undefined ? {} : { CW_SQL_LOG: statements }) } };
}

/** What `reporter.mjs` wrote; where it wrote nothing, the run itself went wrong. */
export function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { passed: 0, errors: 1, files: [], failed: [] };
}
