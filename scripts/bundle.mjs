// Bundles the program: a small main file, and the parts it loads when they are asked for.
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build, transform } from 'esbuild';
import { root } from './files.mjs';

const source = join(root, 'apps/cw/src');
const chunkLoader = join(source, 'assets/load-chunk.ts');

/** Files that become a file of their own, by the name they get. */
export const chunks = { full: 'cli/full.ts', server: 'parts/server.ts', mcp: 'parts/mcp.ts' };

/** Files whose state may exist only once in a process: the parts take them from main. */
const sharedFiles = {
  driver: join(root, 'packages/storage/src/driver.ts'),
  assets: join(source, 'assets.ts'),
};

const sharedOf = new Map(Object.entries(sharedFiles).map(([name, file]) => [file, name]));

const chunkOf = new Map(Object.entries(chunks).map(([name, file]) => [join(source, file), name]));

/** How main asks for a chunk: a file beside it, or a part of the executable. */
const requireChunk = {
  folder: (name) => `module.exports = require('./${name}.cjs');`,
  executable: (name) => {
    const taken = Object.entries(sharedFiles).map(([key, file]) => `${key}: require(${JSON.stringify(file)})`);
    return `module.exports = require(${JSON.stringify(chunkLoader)}).loadChunk('${name}', { ${taken.join(', ')} });`;
  },
};

/** Turns `import('./parts/server.ts')` into the loading of that chunk. */
function splitChunks(ofMain) {
  return {
    name: 'split-chunks',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
        const name = kind === 'dynamic-import' ? chunkOf.get(resolve(resolveDir, path)) : undefined;
        return name && { path: name, namespace: 'chunk' };
      });
      onResolve({ filter: /^\.\/\w+\.cjs$/, namespace: 'chunk' }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => ({ contents: ofMain(path), resolveDir: source }));
    },
  };
}

const takeShared = {
  name: 'take-shared',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/(driver|assets)\.ts$/ }, ({ path, resolveDir }) => {
      const name = sharedOf.get(resolve(resolveDir, path));
      return name && { path: name, namespace: 'shared' };
    });
    onResolve({ filter: /^\.\/cw$/, namespace: 'shared' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => ({
      contents: `module.exports = require('./cw').${path};`,
    }));
  },
};

/** Our own files and Node's do nothing when merely imported, so what is not used is left out. */
const ownFilesArePure = {
  name: 'own-files-are-pure',
  setup({ onResolve, resolve: resolveWithEsbuild }) {
    onResolve({ filter: /^(node:|@cw\/|\.)/ }, async (args) => {
      if (args.pluginData === 'resolved' || args.kind === 'entry-point') return undefined;
      if (args.path.startsWith('node:')) return { path: args.path, external: true, sideEffects: false };
      if (args.importer.includes('node_modules')) return undefined;
      const { path, importer, namespace, resolveDir, kind } = args;
      const found = await resolveWithEsbuild(path, { importer, namespace, resolveDir, kind, pluginData: 'resolved' });
      return found.errors.length > 0 ? undefined : { ...found, sideEffects: false };
    });
  },
};

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  minify: true,
  keepNames: false,
  charset: 'utf8',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  mainFields: ['module', 'main'],
  external: ['bindings'],
  supported: { 'dynamic-import': false },
};

function defines(kind, { version, addonHash }) {
  return {
    CW_VERSION: JSON.stringify(version),
    CW_BUILD: JSON.stringify(kind),
    CW_ADDON_HASH: JSON.stringify(addonHash),
    'import.meta.dirname': '__dirname',
    'process.env.WS_NO_BUFFER_UTIL': '"1"',
    'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
    'process.env.NODE_ENV': '"production"',
  };
}

/**
 * Loads Node's modules when they are first used: `node:crypto` alone takes several milliseconds, and the commands
 * that only read never need it.
 */
function loadLazily(code) {
  const required = /^(\s*(?:var )?(import_\w+) = )require\("(node:[\w/]+)"\);$/gm;
  const names = [...code.matchAll(required)].map(([, , name]) => name).join('|');
  const lazily = code
    .replace(required, '$1cwLazy(() => require("$3"));')
    .replace(new RegExp(`\\bnew (${names})\\.(\\w+)`, 'g'), 'new ($1().$2)')
    .replace(new RegExp(`\\b(${names})\\.`, 'g'), '$1().')
    .replace(/^ {2}"[^"\n]*"\(/gm, '  ""(');
  return `const cwLazy = (load) => { let loaded; return () => (loaded ??= load()); };\n${lazily}`;
}

/** The main file of the program, for a folder with everything beside it or for the single executable. */
export async function bundleMain(kind, outfile, facts) {
  const result = await build({
    ...shared,
    minify: false,
    write: false,
    stdin: {
      contents: [
        ...Object.entries(sharedFiles).map(([name, file]) => `export * as ${name} from ${JSON.stringify(file)};`),
        `import ${JSON.stringify(join(source, 'main.ts'))};`,
      ].join('\n'),
      resolveDir: root,
      loader: 'ts',
    },
    outfile,
    define: defines(kind, facts),
    plugins: [splitChunks(requireChunk[kind]), ownFilesArePure],
  });
  const { charset, format, legalComments, platform, target } = shared;
  const options = { charset, format, legalComments, platform, target, minify: true };
  const { code } = await transform(loadLazily(result.outputFiles[0].text), options);
  writeFileSync(outfile, `${kind === 'folder' ? '#!/usr/bin/env node\n' : ''}"use strict";\n${code}`);
  return result;
}

/** The parts, each in a file of its own in `folder`; the same for every build. */
export async function bundleChunks(folder, facts) {
  return Promise.all(
    Object.entries(chunks).map(([name, file]) =>
      build({
        ...shared,
        entryPoints: [join(source, file)],
        outfile: join(folder, `${name}.cjs`),
        define: defines('folder', facts),
        plugins: [splitChunks(requireChunk.folder), takeShared, ownFilesArePure],
      }),
    ),
  );
}

/** Folders of the packages that are inside a bundle, for their licences. */
export function packagesIn(results) {
  const files = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(folders)].map((folder) => relative(root, resolve(root, folder))).sort();
}
