// Builds dist/: the program, its parts, the addon, the migrations and the dashboard; on request the single executable
// and the npm package. Everything is made in a folder of its own first and moved in by rename, so that a program that
// runs from dist/ meanwhile, or a second build, finds whole files.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundleParts, bundleStart, packagesIn } from './bundle.mjs';
import { buildExecutable } from './executable.mjs';
import { filesUnder, root } from './files.mjs';
import { licencesOf } from './licences.mjs';
import { buildPackage } from './package.mjs';
import { compileParts } from './warm-up.mjs';

const dist = join(root, 'dist');

/** One hash over everything the build reads. */
function inputHash() {
  const files = ['apps', 'packages', 'drizzle', 'scripts'].flatMap((folder) => filesUnder(root, folder));
  const hash = createHash('sha256').update(process.version);
  for (const file of [
    'package.json',
    'pnpm-lock.yaml',
    ...files.filter((name) => !/\.test\.tsx?$/.test(name)).sort(),
  ]) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function run(command, args, options) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

function sqlitePackage() {
  const storage = createRequire(join(root, 'packages/storage/package.json'));
  const manifest = storage.resolve('better-sqlite3/package.json');
  return {
    addon: join(dirname(manifest), 'build/Release/better_sqlite3.node'),
    sqliteVersion: JSON.parse(readFileSync(manifest, 'utf8')).version,
  };
}

function buildWeb(folder) {
  const web = join(root, 'apps/web');
  const vite = join(web, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  run(process.execPath, args, { cwd: web, env: { ...process.env, NODE_ENV: 'production' } });
}

/** Moves each file of `from` over its place in `to`; files that name others come last. */
function moveInto(from, to) {
  const rank = (file) => (/(^|\/)(index\.html|cw)$/.test(file) ? 1 : 0);
  const files = filesUnder(from, '.').sort((a, b) => rank(a) - rank(b));
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    renameSync(join(from, file), join(to, file));
  }
  const made = new Set(files);
  const stale = filesUnder(to, '.').filter((file) => !made.has(file) && !/^\.\/(bin|package|\.)/.test(file));
  for (const file of stale) rmSync(join(to, file));
}

/** Tells which part is made now: each takes some seconds. */
function say(part) {
  console.error(`  ${part} …`);
}

async function buildProgram(stamp) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { addon, sqliteVersion } = sqlitePackage();
  const addonHash = createHash('sha256').update(readFileSync(addon)).digest('hex').slice(0, 16);
  const facts = { version, addonHash, sqliteVersion };
  const fresh = join(dist, `.building-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  try {
    say('the program');
    const bundles = await bundleParts(fresh, facts);
    await bundleStart('folder', join(fresh, 'cw'));
    chmodSync(join(fresh, 'cw'), 0o755);
    cpSync(addon, join(fresh, 'better_sqlite3.node'));
    for (const file of filesUnder(root, 'drizzle').filter((name) => name.endsWith('.sql'))) {
      cpSync(join(root, file), join(fresh, file));
    }
    say('the dashboard');
    buildWeb(join(fresh, 'web'));
    writeFileSync(join(fresh, 'THIRD-PARTY-LICENCES.txt'), licencesOf(packagesIn(bundles)));
    const manifest = { name: 'codewalkers', version, private: true, type: 'commonjs' };
    writeFileSync(join(fresh, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    say('the start-up');
    await compileParts(fresh);
    moveInto(fresh, dist);
    writeFileSync(join(dist, '.built-from'), stamp);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return facts;
}

function isBuilt(stamp) {
  const path = join(dist, '.built-from');
  return existsSync(path) && readFileSync(path, 'utf8') === stamp && existsSync(join(dist, 'cw'));
}

async function main(args) {
  const wants = (name) => args.includes(name);
  const stamp = inputHash();
  if (wants('--if-needed') && isBuilt(stamp)) return;
  console.error('Building dist/ …');
  const facts = await buildProgram(stamp);
  if (wants('--binary')) await buildExecutable();
  if (wants('--package')) buildPackage(facts);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`The build failed: ${error.message}`);
  process.exitCode = 1;
});
