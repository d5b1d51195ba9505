// Preloaded into the built program by warm-up.mjs: at exit it writes what V8 made of each part to the folder named by
// CW_RECORD_CODE, together with what earlier runs left there. Parts named in
// CW_RECORD_PARTS are loaded first, since a short run does not get to them.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const vm = require('node:vm');

const scripts = new Map();
let requirePart;
const cacheOf = (name) => join(process.env.CW_RECORD_CODE, `${name}.cache`);

vm.Script = class extends vm.Script {
  constructor(code, options) {
    const name = basename(options?.filename ?? '', '.cjs');
    const cachedData = existsSync(cacheOf(name)) ? readFileSync(cacheOf(name)) : undefined;
    super(code, { ...options, cachedData });
    if (options?.filename?.endsWith('.cjs')) scripts.set(name, this);
  }

  runInThisContext(...args) {
    const part = super.runInThisContext(...args);
    return (...values) => {
      [, requirePart] = values;
      return part(...values);
    };
  }
};

process.on('exit', () => {
  for (const name of process.env.CW_RECORD_PARTS?.split(',') ?? []) requirePart(`./${name}.cjs`);
  for (const [name, script] of scripts) writeFileSync(cacheOf(name), script.createCachedData());
});
