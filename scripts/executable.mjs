// The single executable: a copy of this Node with the program, its parts and their compiled form, the addon, the
// migrations and the dashboard inside.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleStart, parts } from './bundle.mjs';
import { filesUnder, root } from './files.mjs';

const dist = join(root, 'dist');
const postject = join(root, 'node_modules/postject/dist/cli.js');
/** What Node looks for in itself to know that it carries a program. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Files by the name they have inside the executable. */
function assets(work) {
  const code = parts.map((name) => `${name}.part`);
  const files = [...code, 'better_sqlite3.node', ...filesUnder(dist, 'web')];
  return {
    ...Object.fromEntries(files.map((file) => [file, join(dist, file)])),
    'migrations.json': join(work, 'migrations.json'),
  };
}

function migrations() {
  return filesUnder(dist, 'drizzle')
    .sort()
    .map((file) => ({
      name: file.slice('drizzle/'.length, -'.sql'.length),
      sql: readFileSync(join(dist, file), 'utf8'),
    }));
}

function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
}

/** Makes dist/bin/cw from what is in dist/. */
export async function buildExecutable() {
  console.error('Building the single executable …');
  const work = mkdtempSync(join(tmpdir(), 'cw-executable-'));
  try {
    const at = (name) => join(work, name);
    await bundleStart('executable', at('start.cjs'));
    writeFileSync(at('migrations.json'), JSON.stringify(migrations()));
    const config = {
      main: at('start.cjs'),
      output: at('program.blob'),
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets: assets(work),
    };
    writeFileSync(at('config.json'), JSON.stringify(config));
    run(process.execPath, ['--experimental-sea-config', at('config.json')]);
    copyFileSync(process.execPath, at('cw'));
    chmodSync(at('cw'), 0o755);
    if (process.platform === 'linux') run('strip', [at('cw')]);
    run(process.execPath, [postject, at('cw'), 'NODE_SEA_BLOB', at('program.blob'), '--sentinel-fuse', fuse]);
    mkdirSync(join(dist, 'bin'), { recursive: true });
    const fresh = join(dist, `bin/.cw-${process.pid}`);
    copyFileSync(at('cw'), fresh);
    renameSync(fresh, join(dist, 'bin/cw'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
