import { readFileSync } from 'node:fs';
import { partLoader } from './parts.ts';

/** The file `cw` of a folder: its parts lie beside it. */
const load = partLoader({
  folder: __dirname,
  text: (name) => readFileSync(`${__dirname}/${name}.cjs`, 'latin1'),
  compiled: (name) => {
    try {
      return readFileSync(`${__dirname}/${name}.cache`);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  },
});

load('main');
