// Runs the built program for a moment and keeps what V8 compiled meanwhile, so that the executable starts its parts
// without compiling them again.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chunks } from './bundle.mjs';
import { root } from './files.mjs';

const recorder = join(root, 'scripts/record-code.cjs');
const program = join(root, 'dist/cw');
const patience = 30_000;

/** Waits for the server to say where it is, and for its first page. */
async function firstPage(home, child) {
  const file = join(home, 'server.json');
  for (let end = Date.now() + patience; !existsSync(file); await pause(20)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error('the built server did not start');
  }
  const { url } = JSON.parse(readFileSync(file, 'utf8'));
  await fetch(new URL('/', url));
  await fetch(new URL('/api/health', url));
}

async function runServer(env) {
  const child = spawn(process.execPath, ['-r', recorder, program, '--server', '--port', '0'], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  try {
    await firstPage(env.CW_HOME, child);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/**
 * Compiled forms of the parts, as files in `work`.
 * @returns paths by the name of the part.
 */
export async function codeCaches(work) {
  const env = { ...process.env, CW_HOME: join(work, 'home'), CW_RECORD_CODE: work };
  delete env.NODE_OPTIONS;
  mkdirSync(env.CW_HOME);
  const run = (...args) => spawnSync(process.execPath, ['-r', recorder, program, ...args], { env, input: '' });
  run('mcp');
  run('project', 'list', '--json');
  await runServer(env);
  const made = Object.keys(chunks).map((name) => [name, join(work, `${name}.cache`)]);
  const missing = made.filter(([, file]) => !existsSync(file));
  if (missing.length > 0) throw new Error(`the warm-up did not reach ${missing.map(([name]) => name).join(', ')}`);
  return Object.fromEntries(made);
}
