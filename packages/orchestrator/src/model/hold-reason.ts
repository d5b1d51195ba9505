import { adviceInWords, type NextStep, type ReasonWords } from '@cw/kernel';

/** Why agents are not started that could be, beyond what concerns one task. It holds no figures that change all the time. */
export type Held =
  | { readonly what: 'sandbox'; readonly wall: 'all' | 'network'; readonly because: string }
  | { readonly what: 'program'; readonly program: string; readonly because: string }
  | {
      readonly what: 'account-folder';
      readonly account: string;
      readonly folder: string;
    }
  /** Null: in the whole workspace. */
  | { readonly what: 'spending'; readonly project: string | null; readonly capUsd: number }
  | { readonly what: 'memory'; readonly leastMb: number }
  | { readonly what: 'disk'; readonly leastMb: number; readonly folder: string };

/** What people are told of it, in a line and at length. */
export type HoldReason =
  | { readonly code: 'dispatch.held'; readonly held: Held }
  | {
      readonly code: 'dispatch.holds';
      readonly held: Held;
      readonly hint?: string | undefined;
      readonly next?: readonly NextStep[] | undefined;
    };

export const sayHold: ReasonWords<HoldReason> = (reason) => {
  if (reason.code === 'dispatch.held') return titleOf(reason.held);
  const { held, ...advice } = reason;
  return [textOf(held), adviceInWords(advice)].filter((part) => part !== undefined).join('\n\n');
};

function titleOf(held: Held): string {
  switch (held.what) {
    case 'sandbox':
      return held.wall === 'all'
        ? `No agent is started that needs a sandbox: ${held.because}`
        : `No agent is started that needs a private network: ${held.because}`;
    case 'program':
      return `No agent is started: ${held.because}`;
    case 'account-folder':
      return `No agent is started with the account ${held.account}: its folder is gone`;
    case 'spending':
      return `No more agents are started today${held.project === null ? '' : ` in ${held.project}`}: ${dollars(held.capUsd)} are spent`;
    case 'memory':
      return `No more agents are started: less than ${held.leastMb} MB of memory are free`;
    case 'disk':
      return `No more agents are started: less than ${held.leastMb} MB are free on the disk of ${held.folder}`;
  }
}

function textOf(held: Held): string {
  switch (held.what) {
    case 'sandbox':
      return held.wall === 'all'
        ? 'Tasks with agents.sandbox on wait until this machine has one.'
        : 'Tasks with agents.sandboxNetwork private wait until this machine has one.';
    case 'program':
      return `Nothing was started and nothing spent: tasks wait until ${held.program} can be started.`;
    case 'account-folder':
      return `${held.folder} held its sign-in. Sign in with it again, or remove the account.`;
    case 'spending':
      return 'It is the most that orchestrator.maxCostPerDay allows. Running agents continue, and others are started tomorrow.';
    case 'memory':
      return 'It is the least that orchestrator.minFreeMemory asks for. Running agents continue.';
    case 'disk':
      return 'It is the least that orchestrator.minFreeDisk asks for. Running agents continue; nothing is lost if the disk fills up, but nothing can be written then.';
  }
}

function dollars(usd: number): string {
  return `$${usd.toFixed(2)}`;
}
