import { embedded } from './embedded.ts';
import { partLoader } from './parts.ts';

/** What the single executable runs: its parts lie inside it. */
const load = partLoader({
  folder: '',
  text: (name) => {
    const text = embedded(`${name}.cjs`)?.toString('latin1');
    if (text === undefined) throw new Error(`the executable was built without ${name}`);
    return text;
  },
  compiled: (name) => embedded(`${name}.cache`),
});

load('main');
