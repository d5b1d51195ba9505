import { embedded } from './embedded.ts';
import { partLoader } from './parts.ts';

/** What the single executable runs: its parts lie inside it. */
const load = partLoader({
  folder: '',
  read: (name) => {
    const file = embedded(`${name}.part`);
    if (file === undefined) throw new Error(`the executable was built without ${name}`);
    return file;
  },
});

load('main');
