import type { RunCaps } from '@cw/agents';
import type { Instant } from '@cw/kernel';
import type { OverCapReason } from '../model/over-cap.ts';

/** What a run may use, as the settings say; 0: as much as it takes. */
export type CapSettings = {
  readonly minutes: number;
  readonly outputMb: number;
  readonly turns: number;
  readonly runUsd: number;
  readonly taskUsd: number;
};

/** What a run has used, and its task in earlier runs. */
export type Used = {
  readonly turns: number;
  readonly usd: number;
  /** Whether that is counted from its output and not yet told by its program. */
  readonly estimated: boolean;
  readonly earlierUsd: number;
  readonly ms: number;
  readonly outputBytes: number;
};

/** Why a run may not go on; undefined while it may. */
export function overCap(used: Used, caps: CapSettings): OverCapReason | undefined {
  const { minutes, outputMb, turns, runUsd, taskUsd } = caps;
  const { usd, estimated } = used;
  const inAll = used.earlierUsd + usd;
  if (minutes > 0 && used.ms >= minutes * 60_000) return { code, cap: 'minutes', most: minutes };
  if (outputMb > 0 && used.outputBytes > outputMb * 1_048_576) return { code, cap: 'output', most: outputMb };
  if (turns > 0 && used.turns > turns) return { code, cap: 'turns', most: turns };
  if (runUsd > 0 && usd >= runUsd) return { code, cap: 'cost', usd, most: runUsd, estimated };
  if (taskUsd > 0 && inAll >= taskUsd) return { code, cap: 'task-cost', usd: inAll, most: taskUsd, estimated };
  return undefined;
}

const code = 'dispatch.over-cap';

/** What a program may be told of it before it begins. */
export function capsToTell(earlierUsd: number, caps: CapSettings): RunCaps {
  const left = [
    ...(caps.runUsd > 0 ? [caps.runUsd] : []),
    ...(caps.taskUsd > 0 ? [Math.max(0, caps.taskUsd - earlierUsd)] : []),
  ];
  return { turns: caps.turns > 0 ? caps.turns : null, usd: left.length === 0 ? null : Math.min(...left) };
}

/** When the time of a run is over that began then; undefined: never. */
export function timeIsOver(startedAt: Instant, { minutes }: CapSettings): Instant | undefined {
  return minutes > 0 ? startedAt + minutes * 60_000 : undefined;
}
