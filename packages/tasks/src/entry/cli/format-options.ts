import type { CliOption } from '@cw/entry';
import { readFormats, writeFormats } from '@cw/task-formats';

export const readFormat: CliOption = {
  name: 'format',
  value: '<format>',
  choices: readFormats,
  description: `its format (${readFormats.join(', ')}); detected by default`,
};

export const writeFormat: CliOption = {
  name: 'format',
  value: '<format>',
  choices: writeFormats,
  description: 'beads (JSONL), csv, or json; by default from the file extension (beads)',
};
