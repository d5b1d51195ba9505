import { type Act, toIsoOrNull } from '@cw/kernel';
import { choicesFor, type ItemView, messagesWithin, openItemOf } from '@cw/messages';
import type { Tx } from '@cw/storage';
import type { AccountReason } from '../model/account-reason.ts';
import type { AccountRest } from '../model/rest.ts';
import { accountNameOf } from '../queries/account-name.ts';

type Account = Pick<AccountRest, 'provider' | 'accountId' | 'model'>;

/** What an item about an account is about. */
export function accountSubject({ provider, accountId, model }: Account): `account:${string}` {
  return `account:${provider}:${accountId}${model === null ? '' : `:${model}`}`;
}

const kinds: Readonly<Record<string, 'limit' | 'login' | undefined>> = {
  limit: 'limit',
  spend: 'limit',
  login: 'login',
};

export type TellAccount = {
  readonly rest: AccountRest;
  /** Whether it is known to be over when the rest is, and not only looked at again. */
  readonly endsThen: boolean;
};

/**
 * Puts it before people that no agent is started with an account: because of a limit, its money, or its sign-in. Told once
 * for a cause, however many runs meet it, and again where one is told of an end, or of a later one; a model that is busy for a while is nobody's to see to.
 */
export async function tellAccountRests(tx: Tx, { rest, endsThen }: TellAccount, act: Act): Promise<void> {
  const { provider, accountId, cause } = rest;
  const kind = kinds[cause];
  if (kind === undefined) return;
  const subject = accountSubject(rest);
  const open = await openItemOf(tx, subject);
  if (open?.details.cause === cause && !saysTooLittle(open, { rest, endsThen })) return;
  const name = accountId === '' ? null : await accountNameOf(tx, accountId);
  const until = toIsoOrNull(rest.until);
  const details = { provider, accountId, accountName: name, cause, model: rest.model, until };
  const title: AccountReason = { code: 'account.rests', cause, model: rest.model, provider, account: name };
  const text: AccountReason = { code: 'account.waits', why: rest.reason, cause, until: rest.until };
  const expiresIn = endsThen && rest.until !== null ? Math.max(0, rest.until - tx.at) : undefined;
  const about = { projectId: null, taskId: null, runId: act.runId ?? null };
  await messagesWithin(tx).keepTold(
    { kind, subject, ...about, title, text, details, choices: choicesFor.account, expiresIn },
    act,
  );
}

/** Whether what was told would be over while the account still rests, or told of no end where one is known now. */
function saysTooLittle(
  { expiresAt }: Pick<ItemView, 'expiresAt'>,
  { rest, endsThen }: Pick<TellAccount, 'rest' | 'endsThen'>,
): boolean {
  if (expiresAt === null) return endsThen;
  return rest.until !== null && rest.until > Date.parse(expiresAt);
}

/** Takes that back: the account is of use again, or is tried. */
export function settleAccount(tx: Tx, account: Account, act: Act): Promise<void> {
  return messagesWithin(tx).settleSubject(accountSubject(account), act);
}
