import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  claudeProgram,
  leakCheck,
  type ModelRequest,
  modelEnv,
  result,
  startScriptedModel,
  tempHome,
  tool,
} from '@cw/testkit';
import { cleanEnv, program } from '../harness/program.ts';
import { type Ran, runCw } from '../harness/run-cw.ts';

/** A machine as the pages mean it: `cw` and `claude` on the PATH, and a repository at `~/code/greeter`. */
export type Scene = AsyncDisposable & {
  /** Runs a script in the user's home; after 150 s it is killed with what it started, so that what it wrote can be told. */
  readonly run: (script: string) => Promise<Ran>;
};

/** Claude Code is the real program; what it says comes from a model that does as the task's title asks. */
export async function setScene(): Promise<Scene> {
  const [folder, model] = await Promise.all([tempHome(), startScriptedModel()]);
  const { userHome } = folder;
  const leaks = leakCheck(`HOME=${userHome}`, { graceMs: 5_000 });
  model.script(doTheTask);
  const bin = join(userHome, 'bin');
  const files = {
    ...repository('code/greeter'),
    'bin/cw': `#!/bin/sh\nexec '${program()}' "$@"\n`,
    '.gitconfig': '[user]\n\tname = Ada\n\temail = ada@example.test\n[init]\n\tdefaultBranch = main\n',
  };
  writeFiles(userHome, files);
  chmodSync(join(bin, 'cw'), 0o755);
  symlinkSync(claudeProgram(), join(bin, 'claude'));
  const clean = cleanEnv(userHome);
  const env = {
    ...clean,
    ...modelEnv(model.url),
    PATH: `${bin}:${clean.PATH}`,
    CLAUDE_CONFIG_DIR: `${userHome}/claude`,
  };
  const run = (script: string) =>
    runCw(['--signal=KILL', '330', 'bash', '-c', script], { program: 'timeout', cwd: userHome, env });
  await run('cd ~/code/greeter && git init -q && git add -A && git commit -qm "feat: greet"');
  return {
    run,
    [Symbol.asyncDispose]: async () => {
      await model.close();
      try {
        await leaks[Symbol.asyncDispose]();
      } finally {
        await folder.remove();
      }
    },
  };
}

function repository(folder: string): Record<string, string> {
  return Object.fromEntries(Object.entries(greeter).map(([path, text]) => [`${folder}/${path}`, text]));
}

const greeter = {
  'package.json': '{ "type": "module", "private": true, "scripts": { "test": "node --test" } }\n',
  'README.md': '# greeter\n\nSays hello.\n',
  'CONTRIBUTING.md': 'Names are greeted politely.\n',
  'src/greet.js': 'export const greet = (name) => `Hello, ${name}.`;\n',
  'src/greet.test.js': `import assert from 'node:assert';
import test from 'node:test';
import { greet } from './greet.js';
test('greets by name', () => assert.equal(greet('Ada'), 'Hello, Ada.'));
`,
  '.beads/issues.jsonl': [
    { id: 'gr-1', title: 'Greet in Welsh', priority: 1, issue_type: 'feature', labels: ['languages'] },
    {
      id: 'gr-2',
      title: 'Say in the README that it does',
      priority: 4,
      dependencies: [{ depends_on_id: 'gr-1', type: 'blocks' }],
    },
    { id: 'gr-3', title: 'A wave', status: 'closed', priority: 2, close_reason: 'done', design: 'By hand.' },
  ]
    .map((issue) => `${JSON.stringify({ status: 'open', created_at: '2026-03-01T10:00:00Z', ...issue })}\n`)
    .join(''),
};

/** Writes and commits a file named for the task, and says so. */
function doTheTask(request: ModelRequest) {
  const title = /^# Task \S+: (.+)$/m.exec(request.prompt)?.[1] ?? 'Something';
  const words = title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  const save = `echo '// ${words}' > 'src/${words}.js' && git add src && git commit -q -m 'feat: ${title.toLowerCase()}'`;
  if (request.turn === 0) return tool('Bash', { command: `${save} && npm test` });
  return result({ status: 'done', summary: `${title}: done, with its test; npm test passes.` });
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
