import type { CliOption } from '@cw/entry';
import { itemKinds } from '@cw/messages';

/** Which of the open items are meant, where none is named. */
export const allOfThem: readonly CliOption[] = [
  { name: 'all', description: 'all open items, or those that match --kind, --project and --task' },
  { name: 'kind', value: '<kind>', choices: itemKinds, description: 'with --all: only these' },
  { name: 'project', value: '<project>', description: 'with --all: only of this project (name or id)' },
  { name: 'task', value: '<task>', description: 'with --all: only of this task (id or a prefix of it)' },
];
