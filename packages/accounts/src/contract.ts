import type { Event } from '@cw/kernel';

/** What happens to accounts; the entity is the account's id. */
export type AccountEvent =
  | Event<
      'account.added',
      {
        readonly name: string;
        readonly provider: string;
        readonly configDir: string | null;
        /** Names of the variables whose values are in its secret file. */
        readonly envKeys: readonly string[];
      }
    >
  | Event<'account.removed', { readonly name: string }>;
