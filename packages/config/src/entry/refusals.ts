import type { RefusalMap } from '@cw/entry';
import { step } from '@cw/kernel';
import type { ConfigFailure } from '../model/config-key.ts';

export const configRefusals = {
  'config.unknown-key': (failure) => ({
    message: `Unknown setting “${failure.key}”.`,
    ...(failure.nearest
      ? { hint: `Did you mean ${failure.nearest}?` }
      : { next: [step('See all settings', 'config list')] }),
    kind: 'not-found',
  }),
  'config.wrong-layer': ({ key, scope, scopes }) => ({
    message: `${key} has no effect for a ${scope}; nothing was changed.`,
    hint: `Set it for the ${scopes.join(' or the ')}.`,
  }),
  'config.bad-value': (failure) => ({
    message: `“${failure.value}” is not a valid value for ${failure.key}; nothing was changed.`,
    hint: `Expected: ${failure.expects}.`,
    kind: 'usage',
  }),
} satisfies RefusalMap<ConfigFailure>;
