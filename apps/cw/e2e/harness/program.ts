import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository that the tests belong to. */
export const repositoryRoot = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '');

/**
 * Which build is under test: the one that `CW_PROGRAM` names, else `dist/cw`.
 * @throws Error when it was not built
 */
export function program(): string {
  const path = resolve(repositoryRoot, process.env.CW_PROGRAM ?? 'dist/cw');
  if (!existsSync(path)) throw new Error(`there is no program at ${path}: run scripts/build first`);
  return path;
}

/**
 * Everything a started program finds in its environment. `HOME` is the test's own, and marks what belongs to it: every
 * process that comes of the test carries it.
 */
export function cleanEnv(userHome: string): Record<string, string> {
  return {
    HOME: userHome,
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    NO_COLOR: '1',
    CW_ACTOR: 'ada',
  };
}
