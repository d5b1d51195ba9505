import type { RunCaps } from '@cw/agents';
import type { Instant } from '@cw/kernel';

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

/** Why a run may not go on, in a sentence for people; undefined while it may. */
export function overCap(used: Used, caps: CapSettings): string | undefined {
  const raise = 'To let it go on, raise that and try again.';
  const taskUsd = used.earlierUsd + used.usd;
  const about = used.estimated ? 'about ' : '';
  const how = used.estimated ? ', counted from its output' : '';
  if (caps.minutes > 0 && used.ms >= caps.minutes * 60_000)
    return `It has run for ${caps.minutes} minutes, all that orchestrator.maxMinutes allows. ${raise}`;
  if (caps.outputMb > 0 && used.outputBytes > caps.outputMb * 1_048_576)
    return `It printed more than the ${caps.outputMb} MB that orchestrator.maxOutput allows. ${raise}`;
  if (caps.turns > 0 && used.turns > caps.turns)
    return `It took more than the ${caps.turns} turns that orchestrator.maxTurns allows. ${raise}`;
  if (caps.runUsd > 0 && used.usd >= caps.runUsd)
    return `It has cost ${about}${dollars(used.usd)}${how}; orchestrator.maxCost allows ${dollars(caps.runUsd)} for a run. ${raise}`;
  if (caps.taskUsd > 0 && taskUsd >= caps.taskUsd)
    return `Its task has cost ${about}${dollars(taskUsd)} in all its runs${how}; orchestrator.maxTaskCost allows ${dollars(caps.taskUsd)}. ${raise}`;
  return undefined;
}

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

function dollars(usd: number): string {
  return `$${usd.toFixed(2)}`;
}
