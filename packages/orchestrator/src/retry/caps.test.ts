import { expect, test } from 'vitest';
import { sayOverCap } from '../model/over-cap.ts';
import { type CapSettings, capsToTell, overCap, timeIsOver, type Used } from './caps.ts';

const none: CapSettings = { minutes: 0, turns: 0, runUsd: 0, taskUsd: 0, outputMb: 0 };
const used: Used = { turns: 10, usd: 1, estimated: false, earlierUsd: 2, ms: 60_000, outputBytes: 1_048_577 };

test.each<readonly [Partial<CapSettings>, RegExp | undefined]>([
  [{}, undefined],
  [{ turns: 10, minutes: 2, runUsd: 1.01, taskUsd: 3.01, outputMb: 2 }, undefined],
  [
    { turns: 9 },
    /more than the 9 turns that orchestrator\.maxTurns allows\. To let it go on, raise that and try again\.$/,
  ],
  [{ minutes: 1 }, /run for 1 minutes.*orchestrator\.maxMinutes allows/],
  [{ runUsd: 1 }, /has cost \$1\.00; orchestrator\.maxCost allows \$1\.00/],
  [{ taskUsd: 3 }, /task has cost \$3\.00 in all its runs/],
  [{ outputMb: 1 }, /printed more than the 1 MB/],
])('a run under the caps %j is told: %s', (caps, reason) => {
  const over = overCap(used, { ...none, ...caps });
  if (reason === undefined) expect(over).toBeUndefined();
  else expect(over && sayOverCap(over)).toMatch(reason);
});

test('a run whose cost is estimated is told so', () => {
  const estimated = { ...used, estimated: true };
  const say = (caps: Partial<CapSettings>) => {
    const over = overCap(estimated, { ...none, ...caps });
    return over && sayOverCap(over);
  };
  expect(say({ runUsd: 1 })).toMatch(/^It has cost about \$1\.00, counted from its output; /);
  expect(say({ taskUsd: 3 })).toMatch(/^Its task has cost about \$3\.00 in all its runs, counted from its output; /);
});

test.each([
  [{}, 0, { turns: null, usd: null }],
  [{ turns: 5, runUsd: 2 }, 9, { turns: 5, usd: 2 }],
  [{ runUsd: 2, taskUsd: 3 }, 2.5, { turns: null, usd: 0.5 }],
  [{ taskUsd: 3 }, 4, { turns: null, usd: 0 }],
])('a program is told of the caps %j what is left after $%d', (caps, earlier, told) => {
  expect(capsToTell(earlier, { ...none, ...caps })).toEqual(told);
});

test('time is over after the minutes, or never', () => {
  expect(timeIsOver(1_000, none)).toBeUndefined();
  expect(timeIsOver(1_000, { ...none, minutes: 2 })).toBe(121_000);
});
