import type { Instant } from '@cw/kernel';
import { lastChange } from './adapters/last-change.ts';
import { renewSignIn } from './adapters/renew-sign-in.ts';
import type { AccountLogin, RenewalRequest } from './ports/provider.ts';
import type { Providers } from './providers/create.ts';
import type { ProviderName } from './providers/programs.ts';

/** A sign-in that was renewed so recently has time left, in milliseconds. */
const freshFor = 60 * 60_000;

/** So long nobody looks again whether a sign-in wants renewing, in milliseconds. */
const lookedFor = 10 * 60_000;

type Asked = Omit<RenewalRequest, 'scratch'> & { readonly provider: ProviderName };

export type SignIns = ReturnType<typeof createSignIns>;

/** Renews the sign-ins of agents in a sandbox, which cannot do it there: each at most once at a time. */
export function createSignIns(providers: Providers) {
  const underWay = new Map<string, ReturnType<typeof renewSignIn>>();
  const looked = new Map<string, number>();
  const changedAt = (name: ProviderName, account: AccountLogin | null): Instant | undefined =>
    lastChange(providers[name].signInFiles(account));
  const renew = ({ provider: name, ...request }: Asked) => {
    const key = JSON.stringify(providers[name].signInFiles(request.account));
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const begun = renewSignIn(providers[name], request).finally(() => {
      underWay.delete(key);
      looked.set(key, performance.now());
    });
    underWay.set(key, begun);
    return begun;
  };
  return {
    /** When somebody last signed in to a program; undefined where that cannot be told. */
    changedAt,
    renew,
    /** Before an agent starts: has its program look after a sign-in that nobody has renewed for a while. */
    freshen: async ({ now, ...asked }: Asked & { readonly now: Instant }): Promise<void> => {
      const at = changedAt(asked.provider, asked.account);
      const last = looked.get(JSON.stringify(providers[asked.provider].signInFiles(asked.account)));
      const isRecent = last !== undefined && performance.now() - last < lookedFor;
      if (at === undefined || now - at < freshFor || isRecent) return;
      await renew(asked);
    },
  };
}
