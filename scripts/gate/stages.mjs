// What the gate consists of. A stage runs one program; a stage of tests runs Vitest on some of its projects.
import { join } from 'node:path';
import { root } from '../files.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
const node = (script, ...args) => [process.execPath, join(root, 'scripts', script), ...args];

/** Stages by name: what they run, and what a person does when they fail. */
const checks = {
  lint: {
    command: [bin('biome'), 'check', '--error-on-warnings', '.'],
    fix: 'npx biome check --write . mends most of it; read the rest above.',
  },
  walls: {
    command: node('walls.mjs'),
    fix: 'Each rule above says where the code belongs instead.',
  },
  probes: {
    command: node('probes.mjs'),
    fix: 'A rule no longer sees what it forbids: mend the rule, or its probe in scripts/probes/.',
  },
  unused: {
    command: [bin('knip'), '--no-progress'],
    fix: 'Delete what nobody uses, or take "export" away where only its own file uses it.',
  },
  types: {
    command: node('typecheck.mjs'),
    fix: 'node scripts/typecheck.mjs shows them again.',
  },
  migrations: {
    command: node('migration-hashes.mjs'),
    fix: 'A shipped migration never changes; add a new one.',
  },
};

const tests = {
  build: {
    command: node('build.mjs', '--binary', '--package'),
    fix: 'scripts/build shows it again.',
  },
  unit: {
    projects: ['unit'],
    recorded: true,
    fix: 'npx vitest run --project unit <file> runs one file again.',
  },
};

/** What mostly waits for programs that it has started, so that more than one test a core is in hand. */
const wholeProgram = {
  int: {
    projects: ['int'],
    recorded: true,
    workers: 2,
    rerun: true,
    fix: 'npx vitest run --project int <file> runs one file again.',
  },
  e2e: {
    projects: ['e2e', 'component', 'smoke'],
    workers: 3,
    // It takes longest: what it prints is seen as it comes.
    live: true,
    rerun: true,
    fix: 'npx vitest run --project e2e <file> runs one file against dist/cw again.',
  },
};

/**
 * Looks at the statements that the tests before it ran. Those of e2e are not written down: they may still be running, and
 * put rows where the tests of a room would not.
 */
const afterTests = {
  sql: {
    projects: ['sql'],
    recorded: true,
    fix: 'scripts/test unit int sql shows it again; docs/adr/0001 says what a room may read.',
  },
};

const named = (stages) => Object.entries(stages).map(([name, stage]) => ({ name, ...stage }));

/** Phases one after the other; the lanes of a phase side by side; the stages of a lane one after the other. */
const [int, e2e] = named(wholeProgram);
const [sql] = named(afterTests);
export const phases = [
  [named(checks), named(tests)],
  [[e2e], [int, sql]],
];

export const stageNames = phases.flat(2).map(({ name }) => name);
