import { choiceKey } from '@cw/config';

export const findingsKey = choiceKey(
  'merge.findings',
  'What to do with a branch that adds secrets or merge markers: hold it for a person, or merge it anyway',
  { fallback: 'hold', of: ['hold', 'merge'] },
);

/** The settings of this room. */
export const integrationConfigKeys = [findingsKey];
