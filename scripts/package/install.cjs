// Runs once after `npm install`. The package brings its database library compiled for common machines; where that does
// not load, the library is compiled here, from the npm package it comes from.
const { spawnSync } = require('node:child_process');
const { copyFileSync, mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const wanted = 'BETTER_SQLITE3';
const addon = join(__dirname, 'better_sqlite3.node');

function loads(file) {
  try {
    process.dlopen({ exports: {} }, file);
    return true;
  } catch {
    return false;
  }
}

function compile() {
  console.error(`The database library brought along does not fit Node ${process.version}; getting ${wanted} …`);
  const work = mkdtempSync(join(tmpdir(), 'codewalkers-install-'));
  try {
    const args = ['install', '--prefix', work, '--no-save', '--no-fund', '--no-audit', '--foreground-scripts', wanted];
    const { status } = spawnSync('npm', args, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
    const made = join(work, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node');
    if (status === 0 && loads(made)) {
      copyFileSync(made, addon);
      return true;
    }
    return false;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (!loads(addon) && !compile()) {
  console.error(
    `codewalkers: ${wanted} could not be compiled. It needs a C++ compiler, make and Python 3; install them`,
  );
  console.error('and try again. Its own messages are above.');
  process.exit(1);
}
