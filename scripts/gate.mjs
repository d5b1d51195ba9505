// Runs the stages of the gate in order and stops at the first that fails, saying what to do about it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './files.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
const node = (script, ...args) => [process.execPath, join(root, 'scripts', script), ...args];
const work = mkdtempSync(join(tmpdir(), 'cw-gate-'));
const counts = { passed: 0, failed: 0 };

function run([command, ...args], env = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  return status === 0;
}

/** Runs tests and adds up what they say of themselves. No test found is a failure. */
function vitest(project, files = [], env = {}) {
  const report = join(work, `${project}-${counts.passed}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const fine = run([bin('vitest'), 'run', '--project', project, ...reporters, ...files], env);
  if (!existsSync(report)) return false;
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  counts.passed += numPassedTests;
  counts.failed += numFailedTests;
  return fine;
}

/** Installs the npm package into a clean prefix, without the network; answers its program. */
function installPackage() {
  const folder = join(root, 'dist/package');
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  const prefix = join(work, 'prefix');
  mkdirSync(prefix);
  const args = [
    'install',
    '--global',
    '--offline',
    '--no-fund',
    '--no-audit',
    '--prefix',
    prefix,
    join(folder, tarball),
  ];
  return run(['npm', ...args]) ? join(prefix, 'bin/cw') : undefined;
}

function mainFlow(program) {
  return program !== undefined && vitest('e2e', ['apps/cw/e2e/main-flow'], { CW_PROGRAM: program });
}

const stages = [
  {
    name: 'lint',
    run: () => run([bin('biome'), 'check', '--error-on-warnings', '.']),
    fix: 'npx biome check --write . mends most of it; read the rest above.',
  },
  {
    name: 'walls',
    run: () => run(node('walls.mjs')),
    fix: 'Each rule above says where the code belongs instead.',
  },
  {
    name: 'probes',
    run: () => run(node('probes.mjs')),
    fix: 'A rule no longer sees what it forbids: mend the rule, or its probe in scripts/probes/.',
  },
  {
    name: 'unused',
    run: () => run([bin('knip'), '--no-progress']),
    fix: 'Delete what nobody uses, or take "export" away where only its own file uses it.',
  },
  {
    name: 'types',
    run: () => run(node('typecheck.mjs')),
    fix: 'node scripts/typecheck.mjs shows them again.',
  },
  {
    name: 'migrations',
    run: () => run(node('migration-hashes.mjs')),
    fix: 'A shipped migration never changes; add a new one.',
  },
  {
    name: 'unit',
    run: () => vitest('unit'),
    fix: 'npx vitest run --project unit <file> runs one file again.',
  },
  {
    name: 'int',
    run: () => vitest('int'),
    fix: 'npx vitest run --project int <file> runs one file again.',
  },
  {
    name: 'build',
    run: () => run(node('build.mjs', '--binary', '--package')),
    fix: 'scripts/build shows it again.',
  },
  {
    name: 'e2e',
    run: () => vitest('e2e', [], { CW_PROGRAM: join(root, 'dist/cw') }),
    fix: 'npx vitest run --project e2e <file> runs one file against dist/cw again.',
  },
  {
    name: 'e2e-binary',
    run: () => mainFlow(join(root, 'dist/bin/cw')),
    fix: 'CW_PROGRAM=dist/bin/cw npx vitest run --project e2e apps/cw/e2e/main-flow runs it again.',
  },
  {
    name: 'e2e-package',
    run: () => mainFlow(installPackage()),
    fix: 'npm install -g --prefix <folder> dist/package/*.tgz, then CW_PROGRAM=<folder>/bin/cw as above.',
  },
];

function chosenStages(names) {
  const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0)
    throw new Error(`no stage ${unknown.join(', ')}; there are ${stages.map(({ name }) => name).join(' ')}`);
  return names.length === 0 ? stages : stages.filter(({ name }) => names.includes(name));
}

function main(args) {
  if (args.includes('--list')) {
    console.log(stages.map(({ name }) => name).join('\n'));
    return 0;
  }
  for (const { name, run: runStage, fix } of chosenStages(args)) {
    const started = performance.now();
    console.log(`\n== ${name}`);
    if (!runStage()) {
      console.log(`\n${name} failed. ${fix}\n`);
      console.log(`${counts.passed} passed, ${Math.max(1, counts.failed)} failed`);
      return 1;
    }
    console.log(`== ${name} ok, ${((performance.now() - started) / 1000).toFixed(1)} s`);
    counts.passed += /^(unit|int|e2e)/.test(name) ? 0 : 1;
  }
  console.log(`\n${counts.passed} passed, 0 failed`);
  return 0;
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
