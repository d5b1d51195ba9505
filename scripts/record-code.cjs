// Preloaded into the built program by warm-up.mjs: compiles its parts as the single executable does, and at exit
// writes what V8 made of them to the folder named by CW_RECORD_CODE.
const { readFileSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, join } = require('node:path');
const { Script } = require('node:vm');

const scripts = new Map();

Module._extensions['.cjs'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const script = new Script(wrapped, { filename: basename(filename) });
  scripts.set(basename(filename, '.cjs'), script);
  const load = script.runInThisContext();
  load.call(module.exports, module.exports, Module.createRequire(filename), module, filename, join(filename, '..'));
};

process.on('exit', () => {
  for (const [name, script] of scripts) {
    writeFileSync(join(process.env.CW_RECORD_CODE, `${name}.cache`), script.createCachedData());
  }
});
