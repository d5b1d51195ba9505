/** What keeps agents from being started, in a line. */
export type HoldReason =
  /** A program is missing: the name that people have for it, and why. */
  | { readonly code: 'dispatch.no-program'; readonly program: string; readonly because: string }
  /** No sandbox, or no private network in it. */
  | { readonly code: 'dispatch.no-sandbox'; readonly wall: 'all' | 'network'; readonly because: string }
  /** The private clone of a project is gone or damaged. */
  | { readonly code: 'dispatch.no-clone'; readonly project: string; readonly folder: string }
  /** Null: in the whole workspace. */
  | { readonly code: 'dispatch.day-spent'; readonly project: string | null; readonly capUsd: number }
  | { readonly code: 'dispatch.low-memory'; readonly leastMb: number }
  | { readonly code: 'dispatch.low-disk'; readonly leastMb: number; readonly folder: string }
  /** What to do about such a thing, at length. */
  | { readonly code: 'dispatch.until-then'; readonly hint: string | null };

/** What such a reason says to people. */
export function sayHold(reason: HoldReason): string {
  switch (reason.code) {
    case 'dispatch.no-program':
      return `No agent is started with ${reason.program}: ${reason.because}`;
    case 'dispatch.no-sandbox':
      return `No agent is started that needs ${reason.wall === 'all' ? 'a sandbox' : 'a private network'}: ${reason.because}`;
    case 'dispatch.no-clone':
      return `Nothing is started or merged in ${reason.project}: its private clone is gone or damaged (${reason.folder})`;
    case 'dispatch.day-spent': {
      const { project, capUsd } = reason;
      return `No more agents are started${project === null ? '' : ` in ${project}`} today: the daily limit of $${capUsd.toFixed(2)} is reached`;
    }
    case 'dispatch.low-memory':
      return `No more agents are started: less than ${reason.leastMb} MB of memory are free`;
    case 'dispatch.low-disk':
      return `No more agents are started: less than ${reason.leastMb} MB are free on the disk of ${reason.folder}`;
    case 'dispatch.until-then':
      return `${reason.hint === null ? '' : `${reason.hint} `}Running agents continue, and waiting tasks begin automatically once this is over.`;
  }
}
