// Options for the fields that most tasks leave empty, shared by the commands that write them.
import type { CliOption } from '@cw/entry';

export const detailOptions: readonly CliOption[] = [
  { name: 'design', value: '<text>', description: 'notes on how it is built' },
  { name: 'design-file', value: '<path>', description: 'read the design from a file, or from standard input with -' },
  {
    name: 'estimate',
    short: 'e',
    value: '<time>',
    description: 'how long it takes: 90m, 2h, 3d; a bare number is minutes',
  },
  { name: 'due', value: '<date>', description: 'when it must be done: 2026-03-01, tomorrow, 2w' },
  { name: 'defer', value: '<date>', description: 'not offered as work before' },
  { name: 'role', value: '<role>', description: 'the kind of agent it is for' },
  { name: 'size', value: '<size>', description: 'XS, S, M, L or XL' },
  { name: 'external-ref', value: '<text>', description: 'where else it is spoken of: an address, a number' },
  { name: 'metadata', value: '<json>', description: 'a JSON object of your own' },
  {
    name: 'set-metadata',
    value: '<key=value>',
    repeatable: true,
    description: 'one key of it; the value is JSON or a text',
  },
  { name: 'check', value: '<command>', description: 'the shell line that tells whether it is done; people only' },
  { name: 'requires-plan', description: 'no work before its plan is approved' },
  {
    name: 'files',
    value: '<paths>',
    repeatable: true,
    description: 'what it will change: paths, folders, patterns; tasks that share one are not worked at together',
  },
  {
    name: 'requires',
    value: '<words>',
    repeatable: true,
    description: 'what an agent has to be capable of to be started on it',
  },
  { name: 'gate', description: 'what needs it begins only after a person approved its result' },
];

/** Names under which people who come from other trackers look for the description. */
export const otherDescriptions: readonly CliOption[] = [
  { name: 'body', value: '<text>', description: 'like --description' },
  { name: 'body-file', value: '<path>', description: 'like --description-file' },
];

export const dryRun: CliOption = { name: 'dry-run', description: 'show what would be written, and write nothing' };
