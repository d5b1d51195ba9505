// Runs the built program for a moment and keeps what V8 compiled meanwhile, so that later starts need not do it again.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commands, parts } from './bundle.mjs';
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
 * Lines that read what commands need: an example of each that is typed often, the bare line where that answers, and of
 * each part without such commands one that only looks.
 */
function linesOfCommands() {
  const often = commands.filter(({ typed }) => typed !== undefined);
  const others = parts
    .filter((part) => !often.some((command) => command.part === part))
    .flatMap((part) => commands.find((command) => command.part === part && looksAtAll(command)) ?? []);
  const examples = often.map((command) => command.examples?.[0] ?? lineOf(command));
  return [...examples, ...often.filter(looksAtAll).map(lineOf), ...others.map(lineOf)];
}

function lineOf({ path }) {
  return `cw ${path.join(' ')}`;
}

function looksAtAll({ looks, arguments: places = [] }) {
  return looks && places.every(({ required }) => required === false);
}

/** What the examples of commands call their tasks, and the file that one of them reads. */
const exampleIds = ['7f3k', '2m4x'];
const exampleFile = {
  name: 'changes.txt',
  text: 'create "Another" --key a\nclose a -r done\n{"op":"reopen","id":"a"}\n',
};

/** Runs the lines of commands as a shell would, with tasks that are there. */
function runLines(folder, work, env) {
  const inShell = { ...env, WARM_NODE: process.execPath, WARM_RECORDER: recorder, WARM_PROGRAM: join(folder, 'cw') };
  const run = (line) => {
    const script = `cw() { "$WARM_NODE" -r "$WARM_RECORDER" "$WARM_PROGRAM" "$@"; }\n${line}`;
    return spawnSync('sh', ['-c', script], { cwd: work, env: inShell, input: '', encoding: 'utf8', timeout: patience })
      .stdout;
  };
  const tasks = exampleIds.map((id) => [id, run('cw task create "A task" --quiet').trim()]);
  writeFileSync(join(work, exampleFile.name), exampleFile.text);
  for (const line of linesOfCommands()) run(tasks.reduce((text, [id, task]) => text.replaceAll(id, task), line));
}

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
    runLines(folder, work, env);
    run('__complete', 'task', 'show', '');
    for (const line of ['--help', 'task --help', 'tsk', 'task ready --limt', 'task close']) run(...line.split(' '));
    run('mcp', '--relay', join(work, 'nobody'));
    const rules = join(work, 'rules.json');
    writeFileSync(rules, JSON.stringify({ model: [], hosts: [], proxies: { http: null, https: null, except: [] } }));
    run('network', '--serve', join(work, 'network.sock'), rules);
    runWith({ env: { ...env, CW_RECORD_PARTS: 'tools' }, input: agentTalk }, 'mcp', '--as-user');
    await runServer(command, env);
    const unseen = parts.filter((name) => !existsSync(join(work, `${name}.cache`)));
    runWith({ env: { ...env, CW_RECORD_PARTS: unseen.join(',') } }, 'task', 'ready');
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
