// Runs main.ts: it uses the workspace's own packages, which are TypeScript, so it is bundled first.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../files.mjs';

const folder = join(root, 'node_modules/.cache/bench');
const bundle = join(folder, 'main.cjs');
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: ['main', 'sdk-server'].map((name) => join(root, `scripts/bench/${name}.ts`)),
  outdir: folder,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['bufferutil', 'utf-8-validate'],
  logLevel: 'warning',
  // The test kit finds the development dependencies from where it stands.
  define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'packages/testkit/src/index.ts')).href) },
});
const { status, error } = spawnSync(process.execPath, [bundle, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_OPTIONS: '' },
});
if (error) throw error;
process.exitCode = status ?? 1;
