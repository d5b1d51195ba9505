// Runs the built program for a moment and keeps what V8 compiled meanwhile, so that later starts need not do it again.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parts } from './bundle.mjs';
import { root } from './files.mjs';
import { partText, writePart } from './part-file.mjs';

const recorder = join(root, 'scripts/record-code.cjs');
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

async function runServer(command, env) {
  const child = spawn(process.execPath, [...command, '--server', '--port', '0'], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  try {
    await firstPage(env.CW_HOME, child);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** What an agent says first. */
const agentTalk = [
  {
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'warm-up', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 1, method: 'tools/list' },
  { id: 2, method: 'tools/call', params: { name: 'task_create', arguments: { title: 'Another' } } },
  { id: 3, method: 'tools/call', params: { name: 'task_ready', arguments: {} } },
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('');

/**
 * Adds its compiled form to each part.
 * @param folder where the built program lies.
 */
export async function compileParts(folder) {
  const work = mkdtempSync(join(tmpdir(), 'cw-warm-up-'));
  try {
    const env = { ...process.env, CW_HOME: join(work, 'home'), CW_RECORD_CODE: work };
    delete env.NODE_OPTIONS;
    const command = ['-r', recorder, join(folder, 'cw')];
    const runWith = (more, ...args) =>
      spawnSync(process.execPath, [...command, ...args], { env, input: '', encoding: 'utf8', ...more });
    const run = (...args) => runWith({}, ...args);
    const { stdout } = run('task', 'create', 'A task', '--quiet');
    run('task', 'update', stdout.trim(), '--priority', 'P1');
    const lines = join(work, 'lines.txt');
    writeFileSync(lines, 'create "Another" --key a\nclose a -r done\n{"op":"reopen","id":"a"}\n');
    run('task', 'batch', lines);
    run('task', 'history', stdout.trim());
    run('task', 'close', stdout.trim());
    run('task', 'list', '--status', 'open', '--label', 'none');
    run('task', 'list');
    runWith({ env: { ...env, CW_RECORD_PARTS: 'runs' } }, 'task', 'show', stdout.trim());
    run('task', 'list', '--where', 'ready and priority <= 2');
    run('project', 'list', '--json');
    run('__complete', 'task', 'show', '');
    run('--help');
    run('mcp', '--relay', join(work, 'nobody'));
    const rules = join(work, 'rules.json');
    writeFileSync(rules, JSON.stringify({ model: [], hosts: [], proxies: { http: null, https: null, except: [] } }));
    run('network', '--serve', join(work, 'network.sock'), rules);
    runWith({ env: { ...env, CW_RECORD_PARTS: 'tools' }, input: agentTalk }, 'mcp', '--as-user');
    await runServer(command, env);
    // All of main is read on every start, so it keeps only what the most frequent command needs.
    rmSync(join(work, 'main.cache'), { force: true });
    run('task', 'ready', '--json');
    run('task', 'ready');
    const missing = parts.filter((name) => !existsSync(join(work, `${name}.cache`)));
    if (missing.length > 0) throw new Error(`the built program did not reach its part ${missing.join(', ')}`);
    for (const name of parts) {
      const file = join(folder, `${name}.part`);
      writePart(file, partText(file), readFileSync(join(work, `${name}.cache`)));
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
