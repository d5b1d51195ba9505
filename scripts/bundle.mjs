// Bundles the program: parts that are loaded when they are asked for, and the two files that load them.
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build, transform } from 'esbuild';
import { commandParts } from './command-parts.mjs';
import { root } from './files.mjs';
import { writePart } from './part-file.mjs';

const source = join(root, 'apps/cw/src');

const { commands, parts: commandFiles } = await commandParts();

/** Every command of the program, with its part. */
export { commands };

/** The files that other parts ask a part for, by its name. Only `main` is read on every start. */
const entries = {
  main: ['apps/cw/src/main.ts'],
  full: ['apps/cw/src/cli/full.ts', 'apps/cw/src/cli/catalog.ts'],
  runs: ['apps/cw/src/cli/why-not-started.ts', 'apps/cw/src/cli/attempts.ts'],
  attended: ['apps/cw/src/cli/pager.ts', 'apps/cw/src/cli/edit-text.ts', 'apps/cw/src/cli/ask-line.ts'],
  complete: ['apps/cw/src/parts/complete.ts'],
  ...commandFiles,
  reactions: ['apps/cw/src/cli/reactions.ts'],
  reasons: ['apps/cw/src/cli/reasons.ts'],
  server: ['apps/cw/src/parts/server.ts', 'apps/cw/src/parts/start-server.ts'],
  mcp: ['apps/cw/src/parts/mcp.ts'],
  relay: ['apps/cw/src/parts/mcp-relay.ts'],
  network: ['apps/cw/src/parts/network.ts'],
  tools: ['apps/cw/src/parts/mcp-tools.ts'],
};

/** Parts that start so often that they load Node's modules only when they use them. */
const startOften = [
  'full',
  'attended',
  'reactions',
  'runs',
  ...Object.keys(commandFiles).filter((name) => name !== 'others'),
];

/** Names of the parts. */
export const parts = Object.keys(entries);

/** Files that the other parts take from main: their state may exist only once in a process, or main has them anyway. */
const sharedFiles = {
  driver: join(root, 'packages/storage/src/driver.ts'),
  storage: join(root, 'packages/storage/src/storage.ts'),
  assets: join(source, 'assets.ts'),
  execute: join(source, 'cli/execute.ts'),
  taskCommands: join(root, 'packages/tasks/src/entry/cli/commands.ts'),
};

for (const file of [...Object.values(entries).flat(), ...Object.values(sharedFiles)]) {
  if (!existsSync(resolve(root, file))) throw new Error(`scripts/bundle.mjs names ${file}, which is gone`);
}

const partOf = new Map(
  Object.entries(entries).flatMap(([name, files]) => files.map((file) => [join(root, file), name])),
);
const sharedOf = new Map(Object.entries(sharedFiles).map(([name, file]) => [file, name]));

/** Turns `import('./parts/server.ts')` into the loading of that part. */
const splitParts = {
  name: 'split-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
      const name = kind === 'dynamic-import' ? partOf.get(resolve(resolveDir, path)) : undefined;
      return name && { path: name, namespace: 'part' };
    });
    onResolve({ filter: /^\.\/\w+\.cjs$/, namespace: 'part' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'part' }, ({ path }) => ({
      contents: `module.exports = require('./${path}.cjs');`,
    }));
  },
};

/** The words for reasons are loaded when one is said first, which a statement cannot wait for. */
const saysLate = {
  name: 'says-late',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/reasons\.ts$/ }, ({ kind, path, resolveDir }) => {
      const isTheirs = kind === 'import-statement' && partOf.get(resolve(resolveDir, path)) === 'reasons';
      return isTheirs && !path.startsWith(root) ? { path: 'reasons', namespace: 'late' } : undefined;
    });
    onResolve({ filter: /^\.\/reasons\.cjs$/, namespace: 'late' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'late' }, () => ({
      contents: `exports.sayReason = (why) => require('./reasons.cjs').sayReason(why);`,
    }));
  },
};

/**
 * Our own files and Node's do nothing when merely imported, so what is not used is left out.
 * @param shared names of files that are taken from main, by their paths.
 */
const ownFiles = (shared) => ({
  name: 'own-files',
  setup({ onLoad, onResolve, resolve: resolveWithEsbuild }) {
    onResolve({ filter: /^\.\/main\.cjs$/, namespace: 'shared' }, ({ path }) => ({ path, external: true }));
    onResolve({ filter: /^(node:|@cw\/|\.)/ }, async (args) => {
      if (args.pluginData === 'resolved' || args.kind === 'entry-point') return undefined;
      if (args.path.startsWith('node:')) return { path: args.path, external: true, sideEffects: false };
      if (args.importer.includes('node_modules')) return undefined;
      const { path, importer, namespace, resolveDir, kind } = args;
      const found = await resolveWithEsbuild(path, { importer, namespace, resolveDir, kind, pluginData: 'resolved' });
      if (found.errors.length > 0) return undefined;
      const name = shared.get(found.path);
      return name === undefined ? { ...found, sideEffects: false } : { path: name, namespace: 'shared' };
    });
    onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => ({
      contents: `module.exports = require('./main.cjs').${path};`,
    }));
  },
});

/** ASCII, so that V8 keeps a byte a character. */
const output = { charset: 'ascii', format: 'cjs', legalComments: 'none', platform: 'node', target: 'node20.19' };

/** Zod brings its messages in some fifty languages, of which only English is ever spoken here. */
const zodInEnglish = {
  name: 'zod-in-english',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, ({ path }) => ({
      contents: `export { default as en } from './en.js';`,
      resolveDir: dirname(path),
    }));
  },
};

/** Commander starts programs of their own for commands that are none here, and would load what does it with its file. */
const commanderAlone = {
  name: 'commander-alone',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer, path }) =>
      importer.includes('/node_modules/commander/') ? { path, namespace: 'left-out' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
  },
};

function options({ version, addonHash }) {
  return {
    ...output,
    absWorkingDir: root,
    bundle: true,
    metafile: true,
    logLevel: 'warning',
    mainFields: ['module', 'main'],
    external: ['bindings'],
    supported: { 'dynamic-import': false },
    define: {
      CW_VERSION: JSON.stringify(version),
      CW_ADDON_HASH: JSON.stringify(addonHash),
      'import.meta.dirname': '__dirname',
      'process.env.WS_NO_BUFFER_UTIL': '"1"',
      'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
      'process.env.NODE_ENV': '"production"',
    },
  };
}

/**
 * Loads Node's modules when they are first used: `node:crypto` alone takes several milliseconds, and the commands
 * that only read never need it.
 */
function loadLazily(code) {
  const required = /^(\s*(?:var )?(import_\w+) = )require\("(node:[\w/]+)"\);$/gm;
  const names = [...code.matchAll(required)].map(([, , name]) => name).join('|');
  if (names === '') return code;
  const lazily = code
    .replace(required, '$1cwLazy(() => require("$3"));')
    .replace(new RegExp(`\\bnew (${names})\\.(\\w+)`, 'g'), 'new ($1().$2)')
    .replace(new RegExp(`\\b(${names})\\.`, 'g'), '$1().')
    .replace(/^ {2}"[^"\n]*"\(/gm, '  ""(');
  return `const cwLazy = (load) => { let loaded; return () => (loaded ??= load()); };\n${lazily}`;
}

const lines = (texts) => ({ contents: texts.join('\n'), resolveDir: root, loader: 'ts' });

/** What may be read on every start. */
const forMain =
  /^(apps\/cw|packages\/(kernel|storage|entry|users|task-formats|tasks))\/|\/node_modules\/better-sqlite3\/|^(part:|late:|<stdin>)/;

/** @throws Error that names what came into main by an `import()` of something that is in no part. */
function checkMain({ metafile }) {
  const [{ inputs }] = Object.values(metafile.outputs);
  const strange = Object.keys(inputs).filter((file) => !forMain.test(file));
  if (strange.length > 0) throw new Error(`main would bring in ${strange[0]} and more: name a part that it comes with`);
}

async function bundleMain(folder, facts) {
  const result = await build({
    ...options(facts),
    write: false,
    stdin: lines([
      ...Object.entries(sharedFiles).map(([name, file]) => `export * as ${name} from ${JSON.stringify(file)};`),
      `import ${JSON.stringify(join(root, ...entries.main))};`,
    ]),
    outfile: join(folder, 'main.cjs'),
    plugins: [splitParts, saysLate, ownFiles(new Map())],
  });
  checkMain(result);
  const { code } = await transform(loadLazily(result.outputFiles[0].text), { ...output, minify: true });
  writePart(join(folder, 'main.part'), `"use strict";\n${code}`);
  return result;
}

/**
 * Writes every part to `folder`.
 * @returns esbuild's results, whose metafiles say what is inside.
 */
export async function bundleParts(folder, facts) {
  const others = Object.entries(entries).filter(([name]) => name !== 'main');
  return Promise.all([
    bundleMain(folder, facts),
    ...others.map(([name, files]) => bundlePart({ folder, name, files }, facts)),
  ]);
}

async function bundlePart({ folder, name, files }, facts) {
  const result = await build({
    ...options(facts),
    write: false,
    minify: !startOften.includes(name),
    stdin: lines(files.map((file) => `export * from ${JSON.stringify(join(root, file))};`)),
    outfile: join(folder, `${name}.cjs`),
    plugins: [splitParts, saysLate, zodInEnglish, commanderAlone, ownFiles(sharedOf)],
  });
  const { text } = result.outputFiles[0];
  const code = startOften.includes(name) ? (await transform(loadLazily(text), { ...output, minify: true })).code : text;
  writePart(join(folder, `${name}.part`), code);
  return result;
}

/** Writes the file that loads the parts: from beside it (`folder`), or from inside the executable (`executable`). */
export async function bundleStart(kind, outfile) {
  await build({
    ...output,
    absWorkingDir: root,
    bundle: true,
    minify: true,
    logLevel: 'warning',
    banner: { js: kind === 'folder' ? '#!/usr/bin/env node' : '' },
    entryPoints: [join(source, `assets/start-${kind}.ts`)],
    outfile,
  });
}

/** Folders of the packages that are inside a bundle, for their licences. */
export function packagesIn(results) {
  const files = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(folders)].map((folder) => relative(root, resolve(root, folder))).sort();
}
