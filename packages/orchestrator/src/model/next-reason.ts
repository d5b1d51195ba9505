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
  unable: 'There is nothing that its program could renew.',
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
      return `It is tried again${at === null ? '' : ` at ${told(at)}`} (attempt ${attempt} of ${most}).`;
    }
    case 'dispatch.tried-enough':
      return reason.tries === 1 ? 'It is not tried again by itself.' : `It was tried ${reason.tries} times.`;
    case 'dispatch.waits-for-limit': {
      const why = reason.known ? 'when the limit is over' : 'to see whether the limit is over';
      return `It goes on at ${told(reason.at)}, ${why}.`;
    }
    case 'dispatch.waits-for-room':
      return `It goes on at ${told(reason.at)}.`;
    case 'dispatch.waits-for-sign-in': {
      const tried = reason.renewal === null ? '' : `${notRenewed[reason.renewal]} `;
      return `${tried}It goes on once the sign-in of the account has changed, or when you say so.`;
    }
    case 'dispatch.sign-in-renewed':
      return 'The sign-in had run out and was renewed: it goes on.';
    case 'dispatch.unpaid':
      return 'Nothing more is started with its account until you say so.';
  }
}

function told(at: Instant): string {
  return tellTime(toIso(at));
}
