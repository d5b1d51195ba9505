import { expect, test } from 'vitest';
import { type HoldState, type Patience, patienceWith, turnHold } from './hold-turn.ts';

const minute = 60_000;

/** What is told and taken back, and when, of something that is seen or not at these moments, ten seconds apart. */
function follow(seen: readonly boolean[], patience: Patience) {
  let state: HoldState | undefined;
  return seen.flatMap((isSeen, moment): readonly (readonly ['tell' | 'end', number])[] => {
    const now = moment * 10_000;
    const wasTold = state?.isTold === true;
    const turn = turnHold(state, isSeen, { patience, now });
    state = turn.state;
    if (turn.does === 'end') return [['end', now]];
    return turn.does === 'tell' && !wasTold ? [['tell', now]] : [];
  });
}

const lasting = (seconds: number, isSeen = true) => new Array<boolean>(seconds / 10).fill(isSeen);

test('what stays as it is is told and over at once', () => {
  expect(follow([...lasting(300), ...lasting(300, false)], patienceWith.steady)).toEqual([
    ['tell', 0],
    ['end', 5 * minute],
  ]);
});

test('what comes and goes is told once it has lasted, and over once it is gone for good', () => {
  const seen = [...lasting(60), ...lasting(10, false), ...lasting(240), ...lasting(200, false), ...lasting(50)];
  expect(follow([...seen, ...lasting(600, false)], patienceWith.restless)).toEqual([
    ['tell', 190_000],
    ['end', 860_000],
  ]);
});

test('what is pressing is told at once, and over once it is gone for good', () => {
  expect(
    follow([...lasting(30), ...lasting(60, false), ...lasting(10), ...lasting(600, false)], patienceWith.pressing),
  ).toEqual([
    ['tell', 0],
    ['end', 400_000],
  ]);
});

test('what comes back soon after it was over has to last before it is told again', () => {
  const seen = [...lasting(10), ...lasting(10, false), ...lasting(30), ...lasting(10, false), ...lasting(100)];
  expect(follow(seen, patienceWith.steady)).toEqual([
    ['tell', 0],
    ['end', 10_000],
    ['tell', 120_000],
  ]);
});

test('when it is looked at again, what was waited for is done', () => {
  const patience = patienceWith.restless;
  const first = turnHold(undefined, true, { patience, now: 0 });
  expect(first).toMatchObject({ does: 'nothing', again: 2 * minute });
  const told = turnHold(first.state, true, { patience, now: first.again ?? 0 });
  expect(told).toMatchObject({ does: 'tell', again: undefined });
  const gone = turnHold(told.state, false, { patience, now: 3 * minute });
  expect(gone).toMatchObject({ does: 'nothing', again: 8 * minute });
  expect(turnHold(gone.state, false, { patience, now: gone.again ?? 0 })).toMatchObject({ does: 'end' });
});

test.each(Object.entries(patienceWith))(
  '%s: told and over in turn, and never told twice within a minute',
  (_, patience) => {
    for (let seed = 1; seed <= 200; seed += 1) {
      let random = seed;
      const seen = Array.from({ length: 400 }, () => {
        random = (random * 48_271) % 2_147_483_647;
        return random % 100 < (seed % 9) * 10 + 10;
      });
      const done = follow(seen, patience);
      expect(done.map(([what]) => what)).toEqual(done.map((_each, index) => (index % 2 === 0 ? 'tell' : 'end')));
      const told = done.filter(([what]) => what === 'tell').map(([, at]) => at);
      const gaps = told.slice(1).map((at, index) => at - (told[index] ?? 0));
      expect(Math.min(...gaps, minute)).toBe(minute);
    }
  },
);
