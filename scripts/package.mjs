// The npm package: what is in dist/, with a manifest of its own.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parts } from './bundle.mjs';
import { root } from './files.mjs';

const dist = join(root, 'dist');

function manifest({ version }) {
  return {
    name: 'codewalkers',
    version,
    description: 'Run a team of coding agents on your repositories, and stay in control.',
    license: 'UNLICENSED',
    type: 'commonjs',
    bin: { cw: 'cw' },
    engines: { node: '>=20.19' },
    scripts: { postinstall: 'node install.cjs' },
    files: ['cw', '*.part', 'install.cjs', '*.node', 'drizzle', 'web', 'THIRD-PARTY-LICENCES.txt'],
  };
}

/** Makes dist/package/codewalkers-<version>.tgz from what is in dist/. */
export function buildPackage(facts) {
  console.error('Building the npm package …');
  const work = mkdtempSync(join(tmpdir(), 'cw-package-'));
  try {
    const code = parts.map((name) => `${name}.part`);
    for (const name of ['cw', ...code, 'better_sqlite3.node', 'drizzle', 'web', 'THIRD-PARTY-LICENCES.txt']) {
      cpSync(join(dist, name), join(work, name), { recursive: true });
    }
    const installer = readFileSync(join(root, 'scripts/package/install.cjs'), 'utf8');
    writeFileSync(
      join(work, 'install.cjs'),
      installer.replace('BETTER_SQLITE3', `better-sqlite3@${facts.sqliteVersion}`),
    );
    writeFileSync(join(work, 'package.json'), `${JSON.stringify(manifest(facts), null, 2)}\n`);
    cpSync(join(root, 'scripts/package/README.md'), join(work, 'README.md'));
    rmSync(join(dist, 'package'), { recursive: true, force: true });
    mkdirSync(join(dist, 'package'));
    const args = ['pack', '--silent', '--pack-destination', join(dist, 'package')];
    const { status, stderr } = spawnSync('npm', args, { cwd: work, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm pack ended with ${status}:\n${stderr}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
