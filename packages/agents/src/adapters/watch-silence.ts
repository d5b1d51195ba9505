import type { RunStall } from '../model/run-view.ts';
import {
  afterTurn,
  type EndedSilence,
  firstLimit,
  nextTurn,
  type Silence,
  type SilenceTurn,
  type StallLimits,
  silentFor,
  takenUp,
} from '../model/stall.ts';
import type { AgentIdentity } from './process/identity.ts';
import { signsOfLife } from './signs-of-life.ts';

/** News of whether an agent is heard of. */
export type LifeNews = {
  /** `heard`: it gave a sign of life other than output, or one that ended a stall. */
  readonly turn: SilenceTurn;
  readonly silentMs: number;
  /** Of `heard`: whether it ends a stall that was shown. */
  readonly endsStall: boolean;
  /** Of `asked`: whether its program took the question. */
  readonly told: boolean;
};

export type WatchSilence = {
  readonly identity: AgentIdentity;
  /** Where it works; null when that is not known. */
  readonly worktree: string | null;
  /** How far an earlier watch of the same agent had come. */
  readonly stall: RunStall | null;
  /** Asked for now and then, so that a change holds for runs under way. */
  readonly limits: () => Promise<StallLimits>;
  /** Whether it waits for a person, who may take their time. */
  readonly isWaiting: () => Promise<boolean>;
  /** Puts the question to the agent; false when it takes none. */
  readonly ask: (silentMs: number) => Promise<boolean>;
  readonly onLife: (news: LifeNews) => Promise<void>;
};

export type SilenceWatch = {
  /** To be called when the agent wrote something. */
  readonly heard: () => Promise<void>;
  /** To be called each second while it writes nothing. Answers its silence once it is to be ended for it. */
  readonly quiet: () => Promise<EndedSilence | undefined>;
};

/** A turn of a silence that is due, with how many files were looked at for it. */
type Coming = { readonly before: Silence; readonly set: StallLimits; readonly files: number | null };

/** How often `quiet` is to be called, in milliseconds. */
const plannedMs = 1_000;
const oftenestLookMs = 1_000;
const seldomestLookMs = 30_000;

/**
 * Notices when an agent gives no sign of life: no output, no processor time, no writing, no processes that come and go, no
 * changed files. It looks at more than output only after a silence, a few times before each limit, so that agents which speak
 * cost nothing. Files are looked at before something would be done; while not all were, nothing is.
 */
export function watchSilence(request: WatchSilence): SilenceWatch {
  const signs = signsOfLife(request.identity, request.worktree);
  let silence: Silence | undefined;
  let limits: StallLimits | undefined;
  let lastCall = performance.now();
  let lastLook = lastCall;
  let looks = 0;
  let heardAt = Date.now();

  const over = async (byOutput: boolean) => {
    const { ms = 0, stall = request.stall } = silence ?? {};
    silence = { ms: 0, stall: null };
    looks = 0;
    heardAt = Date.now();
    lastLook = performance.now();
    signs.begin();
    if (stall !== null || !byOutput) {
      await request.onLife({ turn: 'heard', silentMs: ms, endsStall: stall !== null, told: false });
    }
  };
  /** True when there was something to see. */
  const look = async (now: number) => {
    limits = await request.limits();
    looks += 1;
    const stirred = signs.stirred(now - lastLook);
    lastLook = now;
    return looks > 1 && (stirred || (await request.isWaiting()));
  };
  const come = async (turn: RunStall | 'ended', { before, set, files }: Coming) => {
    const { ms } = before;
    silence = afterTurn(before, turn, set);
    const told = turn === 'asked' && (await request.ask(ms));
    await request.onLife({ turn, silentMs: ms, endsStall: false, told });
    return turn === 'ended' ? { ms, seen: { ...signs.seen(), files } } : undefined;
  };
  return {
    heard: async () => {
      lastCall = performance.now();
      await over(true);
    },
    quiet: async () => {
      const now = performance.now();
      limits ??= await request.limits();
      const { ms, stall } = silence ?? takenUp(request.stall, limits);
      const passed = ms + silentFor(now - lastCall, plannedMs);
      silence = { ms: passed, stall };
      lastCall = now;
      const first = firstLimit(limits);
      const every = Math.min(seldomestLookMs, Math.max(oftenestLookMs, (first ?? Number.POSITIVE_INFINITY) / 10));
      if (now - lastLook >= every && (await look(now))) await over(false);
      const turn = looks > 1 ? nextTurn(silence, limits) : null;
      if (turn === null) return undefined;
      const files = await signs.files?.look(heardAt);
      if (files?.kind === 'changed') await over(false);
      // While not all of them were looked at, nothing is known: the next call goes on from there.
      if (files !== undefined && files.kind !== 'unchanged') return undefined;
      return come(turn, { before: silence, set: limits, files: files?.entries ?? null });
    },
  };
}
