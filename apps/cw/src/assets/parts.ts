import { Script } from 'node:vm';

/** Where the parts of the built program lie: beside it, or inside the single executable. */
export type PartSource = {
  /** The file of a part, as `scripts/part-file.mjs` writes it. */
  read(name: string): Buffer;
  /** The folder the parts believe to lie in. */
  readonly folder: string;
};

type Module = { exports: unknown };

/**
 * Answers how a part is run: once in a process, with the other parts under `./<name>.cjs`. `require` would do the same
 * from a folder, but it knows no compiled code, and without that reading the program is most of its start.
 */
export function partLoader(source: PartSource): (name: string) => unknown {
  const loaded = new Map<string, Module>();
  const load = (name: string): unknown => {
    const known = loaded.get(name);
    if (known) return known.exports;
    const { text, cachedData } = unpack(source.read(name));
    const filename = `${source.folder}/${name}.cjs`;
    const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
      filename,
      ...(cachedData.length === 0 ? {} : { cachedData }),
    });
    const module: Module = { exports: {} };
    loaded.set(name, module);
    script.runInThisContext()(module.exports, require, module, filename, source.folder);
    return module.exports;
  };
  const require = (id: string): unknown => {
    const part = /^\.\/(\w+)\.cjs$/.exec(id)?.[1];
    if (part !== undefined) return load(part);
    const builtin = process.getBuiltinModule(id);
    if (builtin !== undefined) return builtin;
    throw Object.assign(new Error(`Cannot find module '${id}'`), { code: 'MODULE_NOT_FOUND' });
  };
  return load;
}

/**
 * Code and what V8 made of it, from one file: V8 takes compiled code for any text of the same length, so the two must
 * never come from different builds.
 */
function unpack(file: Buffer): { readonly text: string; readonly cachedData: Buffer } {
  const start = 8;
  const end = start + file.readUInt32LE(0);
  return { text: file.toString('latin1', start, end), cachedData: file.subarray(end) };
}
