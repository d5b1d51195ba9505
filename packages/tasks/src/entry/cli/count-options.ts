import type { CliOption } from '@cw/entry';
import { countKeys } from '../../model/count-keys.ts';

export const countBy: CliOption = {
  name: 'by',
  value: '<field>',
  choices: countKeys,
  repeatable: true,
  description: 'group by this; by status and state, closed ones too',
};
