import { didYouMean, type RefusalMap } from '@cw/entry';
import { step } from '@cw/kernel';
import type { AccountFailure } from '../model/account.ts';

export const accountRefusals = {
  'account.name-invalid': (failure) => ({
    message: `“${failure.name}” is not a valid account name.`,
    hint: 'Use letters, digits, dots and dashes, at most 40, starting with a letter or digit.',
    kind: 'usage',
  }),
  'account.name-taken': (failure) => ({
    message: `An account named ${failure.name} already exists.`,
    hint: 'Choose another name.',
    next: [step('See the existing account', 'account show', failure.name)],
    kind: 'conflict',
  }),
  'account.provider-unknown': (failure) => ({
    message: `Unknown provider “${failure.provider}”.`,
    hint: `Known: ${failure.known.join(', ')}.`,
    kind: 'usage',
  }),
  'account.env-invalid': (failure) => ({
    message: `The variable ${failure.key} cannot be set for an account: ${failure.why}.`,
    hint: 'Write KEY=VALUE. In a terminal, KEY alone takes its current value.',
    kind: 'usage',
  }),
  'account.config-dir-invalid': (failure) => ({
    message: `${failure.path} is not an absolute path.`,
    hint: 'Give the full path of the configuration directory.',
    kind: 'usage',
  }),
  'account.not-found': (failure) => ({
    message: `Account “${failure.account}” not found.`,
    hint: didYouMean(failure.meant),
    next: [step('See all accounts', 'account list')],
    kind: 'not-found',
  }),
  'account.ambiguous': (failure) => ({
    message: `“${failure.account}” matches several accounts: ${failure.matches.join(', ')}.`,
    hint: 'Type more of the id, or the name.',
    kind: 'usage',
  }),
} satisfies RefusalMap<AccountFailure>;
