import { choiceKey } from '@cw/config';

export const findingsKey = choiceKey(
  'merge.findings',
  'What becomes of a branch that brings secrets or merge markers: it is held for a person, or merged all the same',
  { fallback: 'hold', of: ['hold', 'merge'] },
);

/** The settings of this room. */
export const integrationConfigKeys = [findingsKey];
