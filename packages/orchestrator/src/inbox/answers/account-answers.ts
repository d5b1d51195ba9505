import { ok } from '@cw/kernel';
import type { AnsweredAbout } from '@cw/messages';
import { tryRest } from '../../commands/retry-run.ts';
import type { Brought, Within } from './within.ts';

/** Has an account tried at once that no agent is started with. */
export async function answerAccount({ tx, store }: Within, { details }: AnsweredAbout<'account'>): Brought {
  const { provider = '', accountId = '', model = null } = details;
  const rest = (await store.restsOfAccount({ provider, accountId })).find((each) => each.model === model);
  if (rest !== undefined) {
    await tryRest(store, tx, rest);
    await store.hurryRestsOf(rest, tx.at);
  }
  return ok({ kind: 'account-tried', provider, accountId });
}
