import type { CliOption } from '@cw/entry';
import { itemKinds } from '../../model/item.ts';

export const kind: CliOption = { name: 'kind', value: '<kind>', choices: itemKinds, description: 'only these' };
