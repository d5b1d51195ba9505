import { readFileSync } from 'node:fs';
import { partLoader } from './parts.ts';

/** The file `cw` of a folder: its parts lie beside it. */
const load = partLoader({ folder: __dirname, read: (name) => readFileSync(`${__dirname}/${name}.part`) });

load('main');
