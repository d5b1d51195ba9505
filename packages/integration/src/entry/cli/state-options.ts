import type { CliOption } from '@cw/entry';
import { mergeStateFilters } from '../../model/merge-view.ts';

export const state: CliOption = {
  name: 'state',
  short: 's',
  value: '<state>',
  repeatable: true,
  choices: mergeStateFilters,
  description: 'only in this state; repeatable',
};
