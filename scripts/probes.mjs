// Plants one violation for each rule into a copy of this repository and fails where a rule stays silent.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './files.mjs';
import { compareHashes } from './migration-hashes.mjs';
import { lintProbes } from './probes/lint-probes.mjs';
import { leftProbes, wallProbes } from './probes/wall-probes.mjs';
import { brokenWalls, longFiles } from './walls.mjs';

const silent = [];
const expectSaid = (said, name) => {
  if (!said) silent.push(name);
};

/** A copy of the sources that resolves packages as the original does, inside itself. */
function copyInto(copy) {
  for (const name of ['apps', 'packages']) {
    const filter = (path) => !/[/\\]dist$/.test(path);
    cpSync(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true, filter });
  }
  const files = [
    'package.json',
    'pnpm-workspace.yaml',
    'tsconfig.base.json',
    'tsconfig.json',
    'biome.json',
    'knip.json',
  ];
  for (const name of [
    ...files,
    '.dependency-cruiser.cjs',
    'vitest.config.ts',
    'drizzle.config.ts',
    'drizzle',
    'scripts',
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

function plant(copy, { file, code, also = {}, links = {} }) {
  for (const [path, text] of Object.entries({ [file]: code, ...also })) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    if (text !== undefined) writeFileSync(join(copy, path), text);
    else if (!existsSync(join(copy, path))) writeFileSync(join(copy, path), 'export const nothing = 0;\n');
  }
  for (const [path, target] of Object.entries(links)) {
    if (existsSync(join(copy, path))) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    symlinkSync(realpathSync(join(copy, target)), join(copy, path));
  }
}

function probeWalls(copy) {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
  const probes = [...wallProbes, ...leftProbes(forbidden)];
  for (const probe of probes) plant(copy, probe);
  const files = probes.map(({ file }) => file);
  const said = brokenWalls(copy, files);
  for (const { rule, file } of probes) {
    expectSaid(
      said.some((one) => one.rule === rule && one.file === file),
      rule,
    );
  }
  const probed = new Set(probes.map(({ rule }) => rule));
  for (const { name } of forbidden) expectSaid(probed.has(name), `${name} (it has no probe)`);
}

function probeLint(copy) {
  for (const probe of lintProbes) plant(copy, probe);
  const files = lintProbes.map(({ file }) => file);
  const biome = join(root, 'node_modules/.bin/biome');
  const args = ['lint', '--reporter=json', '--vcs-enabled=false', '--max-diagnostics=none', ...files];
  const { stdout } = spawnSync(biome, args, { cwd: copy, encoding: 'utf8' });
  const said = JSON.parse(stdout).diagnostics.map((one) => ({ file: one.location.path, text: JSON.stringify(one) }));
  for (const { rule, file, says, category } of lintProbes) {
    const found = said.some((one) => JSON.stringify(one.file).includes(file) && one.text.includes(says ?? category));
    expectSaid(found, rule);
  }
}

function probeLength(copy) {
  plant(copy, { file: 'packages/tasks/src/model/long.ts', code: 'export {};\n'.repeat(401) });
  expectSaid(
    longFiles(copy).some(({ file }) => file.endsWith('/long.ts')),
    'file-length',
  );
}

function probeUnused(copy) {
  appendFileSync(join(copy, 'packages/kernel/src/clock.ts'), '\nexport const probeUnused = 1;\n');
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/knip'), ['--no-progress'], {
    cwd: copy,
    encoding: 'utf8',
  });
  expectSaid(stdout.includes('probeUnused'), 'unused exports (knip)');
}

function probeMigrations(copy) {
  appendFileSync(join(copy, 'drizzle/0000_initial_schema.sql'), '\n-- changed\n');
  expectSaid(compareHashes(join(copy, 'drizzle')).problems.length === 1, 'migrations');
}

const copy = realpathSync(mkdtempSync(join(tmpdir(), 'cw-probes-')));
try {
  copyInto(copy);
  probeUnused(copy);
  probeMigrations(copy);
  probeWalls(copy);
  probeLint(copy);
  probeLength(copy);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
for (const name of silent) console.error(`silent: ${name}`);
console.log(silent.length === 0 ? 'Every rule sees what it forbids.' : `${silent.length} rules are silent.`);
process.exitCode = silent.length === 0 ? 0 : 1;
