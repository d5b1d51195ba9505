import { Script } from 'node:vm';

/** Where the parts of the built program lie: beside it, or inside the single executable. */
export type PartSource = {
  /** The code of a part, as ASCII. */
  text(name: string): string;
  /** What V8 made of that code when the program was built, if it is there. */
  compiled(name: string): Buffer | undefined;
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
    const cachedData = source.compiled(name);
    const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source.text(name)}\n})`, {
      filename: `${source.folder}/${name}.cjs`,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    const module: Module = { exports: {} };
    loaded.set(name, module);
    script.runInThisContext()(module.exports, require, module, `${source.folder}/${name}.cjs`, source.folder);
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
