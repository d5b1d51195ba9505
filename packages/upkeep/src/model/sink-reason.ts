import type { ReasonWords } from '@cw/kernel';

/** Why a sink was not told of an item. What comes from the world stays in its words. */
export type SinkReason =
  | { readonly code: 'sink.hung' | 'sink.silent'; readonly seconds: number }
  | { readonly code: 'sink.exited'; readonly exitCode: number | null; readonly said: string }
  | { readonly code: 'sink.redirected' | 'sink.answered'; readonly status: number };

/** What such a reason says to people. */
export const saySinkReason: ReasonWords<SinkReason> = (reason) => {
  switch (reason.code) {
    case 'sink.hung':
      return `it did not end within ${reason.seconds} s and was ended`;
    case 'sink.silent':
      return `it did not answer within ${reason.seconds} s`;
    case 'sink.exited':
      return `it ended with code ${reason.exitCode}${reason.said && `: ${reason.said}`}`;
    case 'sink.redirected':
      return `it answers with a redirect (${reason.status}), which is not followed`;
    case 'sink.answered':
      return `it answers ${reason.status}`;
  }
};
