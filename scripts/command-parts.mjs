// Which part of the program runs which command, as the commands' own data has it: how often each is typed, and whether
// it only looks.
import { build } from 'esbuild';
import { root } from './files.mjs';

const catalog = 'apps/cw/src/cli/catalog.ts';

/** From what is read with every start to what is read when it is asked for. */
const frequencies = ['constantly', 'often', 'daily', undefined];

/** What is brought in when it is needed stays outside, under the whole name of its file. */
const lateStaysOutside = {
  name: 'late-stays-outside',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^\./ }, async ({ kind, path, ...place }) => {
      if (kind !== 'dynamic-import' || place.pluginData === 'resolved') return undefined;
      const found = await resolve(path, { ...place, kind, pluginData: 'resolved' });
      return { path: found.path, external: true };
    });
  },
};

/** The database is never opened by who only lists commands, and a text that is imported has no folder to find its package in. */
const withoutDatabase = {
  name: 'without-database',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^better-sqlite3$/ }, ({ path }) => ({ path, namespace: 'without-database' }));
    onLoad({ filter: /.*/, namespace: 'without-database' }, () => ({ contents: 'export default class {}' }));
  },
};

/** @returns esbuild's outputs with their text, and what each of them brings in late. */
async function bundle(files, options) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    bundle: true,
    entryPoints: files,
    format: 'esm',
    metafile: true,
    outbase: root,
    outdir: root,
    platform: 'node',
    plugins: [lateStaysOutside],
    write: false,
    ...options,
  });
  return Object.values(metafile.outputs).map(({ entryPoint, imports }, place) => ({
    file: entryPoint,
    text: outputFiles[place].text,
    late: [...new Set(imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => inRepository(path)))],
  }));
}

function inRepository(path) {
  return path.slice(root.length).replace(/^\//, '');
}

const roomOf = (file) => /^(apps|packages)\/[^/]+\//.exec(file)?.[0];

/** What a command brings in to be run, by the words of its own function. */
function filesOf({ load }) {
  return [...String(load).matchAll(/import\("([^"]+)"\)/g)].map(([, path]) => inRepository(path));
}

/** The part of a file, by the commands that it runs. */
function partOf(commands, rest) {
  const typed = frequencies.find((frequency) => commands.some((command) => command.typed === frequency));
  const those = commands.filter((command) => command.typed === typed);
  if (typed === 'constantly') return 'main';
  if (typed === 'often') return those[0].path.at(-1);
  if (typed === undefined) return rest;
  return those.every(({ looks }) => looks) ? 'look' : 'change';
}

/** Files that commands bring in only in some cases, and theirs, with those that do it. */
async function furtherFiles(known) {
  const found = new Map();
  let left = [...known];
  while (left.length > 0) {
    const outputs = await bundle(left, { packages: 'external' });
    const pairs = outputs.flatMap(({ file, late }) => late.map((name) => [name, file]));
    left = [];
    for (const [name, by] of pairs) {
      if (known.includes(name) || !name.startsWith(`${roomOf(by)}src/entry/`)) continue;
      if (!found.has(name)) left.push(name);
      found.set(name, [...(found.get(name) ?? []), by]);
    }
  }
  return found;
}

/** Every command of the program, and the files that are brought in to run them. */
async function readCatalog() {
  const [{ text, late }] = await bundle([catalog], { plugins: [lateStaysOutside, withoutDatabase] });
  const { allCommands } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  return { commands: allCommands, files: late };
}

/**
 * All commands with their part, and the files of each part that runs some, by its name. What runs a command that is
 * typed constantly comes with main and is in none of them. Rooms whose commands are all seldom typed share one part.
 */
export async function commandParts() {
  const { commands, files } = await readCatalog();
  const commandsOf = new Map(files.map((file) => [file, commands.filter((one) => filesOf(one).includes(file))]));
  const typedIn = (file) => commandsOf.get(file).filter(({ typed }) => typed !== undefined);
  const rooms = new Set(files.filter((file) => typedIn(file).length > 0).map(roomOf));
  const own = files.filter((file) => rooms.has(roomOf(file)));
  const places = new Map(
    files.map((file) => [file, partOf(commandsOf.get(file), own.includes(file) ? 'seldom' : 'others')]),
  );
  const looking = new Set(own.filter((file) => typedIn(file).some(({ looks }) => looks)));
  for (const [file, users] of await furtherFiles(own)) {
    places.set(file, users.some((user) => looking.has(user)) ? 'look' : 'seldom');
  }
  const parts = {};
  for (const [file, part] of places) {
    if (part !== 'main') parts[part] = [...(parts[part] ?? []), file];
  }
  return { commands: commands.map((command) => ({ ...command, part: places.get(filesOf(command)[0]) })), parts };
}
