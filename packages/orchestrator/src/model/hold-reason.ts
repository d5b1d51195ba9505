/** What keeps agents from being started, in a line. */
export type HoldReason =
  /** A program is missing: the name that people have for it, and why. */
  | { readonly code: 'dispatch.no-program'; readonly program: string; readonly because: string }
  /** What to do about such a thing, at length. */
  | { readonly code: 'dispatch.until-then'; readonly hint: string | null };

export function sayHold(reason: HoldReason): string {
  switch (reason.code) {
    case 'dispatch.no-program':
      return `No agent is started with ${reason.program}: ${reason.because}`;
    case 'dispatch.until-then': {
      const { hint } = reason;
      return `${hint === null ? '' : `${hint} `}Until then nothing is started and nothing is spent; waiting tasks begin automatically afterwards.`;
    }
  }
}
