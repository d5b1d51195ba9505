import type { RefusalMap } from '@cw/entry';
import { step } from '@cw/kernel';
import type { AccountFailure } from '../model/account.ts';

export const accountRefusals = {
  'account.name-invalid': (failure) => ({
    message: `“${failure.name}” cannot be the name of an account.`,
    hint: 'Use letters, digits, dots and dashes, at most 40, beginning with a letter or digit.',
    kind: 'usage',
  }),
  'account.name-taken': (failure) => ({
    message: `There is an account named ${failure.name} already.`,
    hint: 'Choose another name for the new one.',
    next: [step('See the account that has it', 'account show', failure.name)],
    kind: 'conflict',
  }),
  'account.provider-unknown': (failure) => ({
    message: `“${failure.provider}” is no provider that cw knows.`,
    hint: `It can be ${failure.known.join(', ')}.`,
    kind: 'usage',
  }),
  'account.env-invalid': (failure) => ({
    message: `The variable ${failure.key} cannot be set for an account: ${failure.why}.`,
    hint: 'Write KEY=VALUE. In a terminal, KEY alone takes the value that it has there.',
    kind: 'usage',
  }),
  'account.config-dir-invalid': (failure) => ({
    message: `${failure.path} is not an absolute path.`,
    hint: 'Give the whole path of the configuration directory.',
    kind: 'usage',
  }),
  'account.not-found': (failure) => ({
    message: `There is no account “${failure.account}”.`,
    next: [step('See all accounts', 'account list')],
    kind: 'not-found',
  }),
  'account.ambiguous': (failure) => ({
    message: `“${failure.account}” is the start of several accounts: ${failure.matches.join(', ')}.`,
    hint: 'Type more of the id, or the name.',
    kind: 'usage',
  }),
} satisfies RefusalMap<AccountFailure>;
