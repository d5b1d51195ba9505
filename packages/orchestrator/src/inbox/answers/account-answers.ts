import { ok } from '@cw/kernel';
import type { AnsweredAbout } from '@cw/messages';
import { restStore } from '../../adapters/rest-store.ts';
import { tryRest } from '../../retry/retry-run.ts';
import type { Brought, Within } from './within.ts';

/** Has an account tried at once that no agent is started with. */
export async function answerAccount({ tx }: Within, { details }: AnsweredAbout<'account'>): Brought {
  const { provider = '', accountId = '', model = null } = details;
  const store = restStore(tx);
  const rest = (await store.restsOfAccount({ provider, accountId })).find((each) => each.model === model);
  if (rest !== undefined) {
    await tryRest(tx, rest);
    await store.hurryRestsOf(rest, tx.at);
  }
  return ok({ kind: 'account-tried', provider, accountId });
}
