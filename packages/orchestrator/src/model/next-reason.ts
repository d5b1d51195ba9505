import { type Instant, type ReasonWords, tellTime, toIso, type Why } from '@cw/kernel';

/** What happened to a run, and what becomes of its task: of the loop's own accord, or that a person is to say so. */
export type NextReason = { readonly happened: Why } & (
  | {
      readonly code: 'dispatch.tried-again';
      /** Null: at once. */
      readonly at: Instant | null;
      readonly attempt: number;
      readonly most: number;
    }
  | { readonly code: 'dispatch.tried-enough'; readonly tries: number }
  | {
      readonly code: 'dispatch.waits-for-limit';
      readonly at: Instant;
      /** Whether it is known when the limit is over, and not only looked at again. */
      readonly known: boolean;
    }
  | { readonly code: 'dispatch.waits-for-room'; readonly at: Instant }
  | {
      readonly code: 'dispatch.waits-for-sign-in';
      /** What came of renewing it; null where that was not tried. */
      readonly renewal: keyof typeof notRenewed | null;
    }
  | { readonly code: 'dispatch.sign-in-renewed' }
  | { readonly code: 'dispatch.unpaid' }
);

const notRenewed = {
  unchanged: 'Renewing it outside the sandbox did not help.',
  unable: 'Its program has nothing to renew.',
} as const;

export const sayNext: ReasonWords<NextReason> = (reason, say) => {
  const happened = say(reason.happened).trim();
  const stop = /[.!?…]$/.test(happened) ? '' : '.';
  return happened.includes('\n') ? `${happened}\n${next(reason)}` : `${happened}${stop} ${next(reason)}`;
};

function next(reason: NextReason): string {
  switch (reason.code) {
    case 'dispatch.tried-again': {
      const { at, attempt, most } = reason;
      return `It is retried${at === null ? '' : ` at ${told(at)}`} (attempt ${attempt} of ${most}).`;
    }
    case 'dispatch.tried-enough':
      return reason.tries === 1 ? 'It is not retried automatically.' : `It was tried ${reason.tries} times.`;
    case 'dispatch.waits-for-limit': {
      const why = reason.known ? 'when the limit resets' : 'to check whether the limit has reset';
      return `It continues at ${told(reason.at)}, ${why}.`;
    }
    case 'dispatch.waits-for-room':
      return `It continues at ${told(reason.at)}.`;
    case 'dispatch.waits-for-sign-in': {
      const tried = reason.renewal === null ? '' : `${notRenewed[reason.renewal]} `;
      return `${tried}It continues once the account's sign-in has changed, or when you retry it.`;
    }
    case 'dispatch.sign-in-renewed':
      return 'The sign-in had expired and was renewed: it continues.';
    case 'dispatch.unpaid':
      return 'Nothing more is started with its account until you say so.';
  }
}

function told(at: Instant): string {
  return tellTime(toIso(at));
}
