import { type Instant, type ReasonWords, tellTime, toIso, type Why } from '@cw/kernel';

/** What people are told of an account with which no agent is started, in a line and at length. */
export type AccountReason =
  | {
      readonly code: 'account.rests';
      readonly cause: string;
      readonly model: string | null;
      readonly provider: string;
      /** Null: the sign-in that the user has without an account. */
      readonly account: string | null;
    }
  | { readonly code: 'account.waits'; readonly why: Why; readonly cause: string; readonly until: Instant | null };

export const sayAccountReason: ReasonWords<AccountReason> = (reason, say) => {
  switch (reason.code) {
    case 'account.waits':
      return [say(reason.why), goesOn(reason)].join('\n\n');
    case 'account.rests':
      return rests(reason);
  }
};

function rests(reason: Extract<AccountReason, { readonly code: 'account.rests' }>): string {
  const { cause, model, provider, account } = reason;
  const name = account === null ? `your own sign-in of ${provider}` : `the account ${account} of ${provider}`;
  if (cause === 'login') return `Sign in again: ${name} was refused`;
  if (cause === 'spend') return `Out of credit: ${name}`;
  return `The usage limit of ${name} is reached${model === null ? '' : ` for the model ${model}`}`;
}

function goesOn({ cause, until }: { readonly cause: string; readonly until: Instant | null }): string {
  if (cause === 'login') return 'Waiting tasks continue automatically once the sign-in has changed.';
  if (until === null) return 'Nothing more is started with it until you say so.';
  return `It is retried at ${tellTime(toIso(until))}.`;
}
