import { Script } from 'node:vm';
import { embedded, embeddedText } from './embedded.ts';

type Module = { exports: unknown };

const loaded = new Map<string, Module>();

/**
 * Runs a part of the program that lies inside the single executable, once, as `require` runs a file beside the
 * program in the other builds. The build calls it where the source says `import('./parts/…')`.
 * @param shared what parts take from the main file: state that may exist only once in a process.
 */
export function loadChunk(name: string, shared: unknown): unknown {
  const known = loaded.get(name);
  if (known) return known.exports;
  const source = embeddedText(`${name}.cjs`);
  if (source === undefined) throw new Error(`the executable was built without ${name}`);
  const cachedData = embedded(`${name}.cache`);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: `${name}.cjs`,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const module: Module = { exports: {} };
  loaded.set(name, module);
  script.runInThisContext()(module.exports, (id: string) => requireFor(id, shared), module, `/${name}.cjs`, '/');
  return module.exports;
}

function requireFor(id: string, shared: unknown): unknown {
  if (id === './cw') return shared;
  const chunk = /^\.\/(\w+)\.cjs$/.exec(id)?.[1];
  if (chunk !== undefined) return loadChunk(chunk, shared);
  const builtin = process.getBuiltinModule(id);
  if (builtin !== undefined) return builtin;
  throw Object.assign(new Error(`Cannot find module '${id}'`), { code: 'MODULE_NOT_FOUND' });
}
