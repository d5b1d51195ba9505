import { expect, test } from 'vitest';
import { type KeptWork, laterWork, sayLaterWork } from './left-work.ts';

const report: KeptWork = {
  rescueRef: null,
  filesLost: false,
  unfinished: null,
  strayed: false,
  forgottenCommits: 0,
  heldBack: [],
};
const since = { changed: [], keptAs: null, isTold: () => false };
const ref = 'refs/cw/rescue/rn_1';

test('nothing is told where nothing was left, or where it was told before', () => {
  expect(laterWork(report, since)).toBeUndefined();
  const held = { ...report, rescueRef: ref, heldBack: [{ path: '.env', reason: 'a secret' }] };
  expect(laterWork(held, { ...since, isTold: (name) => name === ref })).toBeUndefined();
  expect(laterWork({ ...held, filesLost: true }, { ...since, isTold: () => true })).toBeDefined();
});

test('what was left is named, what is not on the branch with its reason, and many files in part', () => {
  const changed = Array.from({ length: 22 }, (_, n) => `f${n}`);
  const held = { ...report, rescueRef: ref, heldBack: [{ path: '.env', reason: 'a secret' }], unfinished: 'merge' };
  const later = laterWork(held, { ...since, changed, keptAs: 'refs/cw/attempts/rn_1' });
  const said = later && sayLaterWork(later, String);
  expect(said).toMatch(/kept under `refs\/cw\/attempts\/rn_1`.*- `f0`\n.*- `f19`\n- and 2 more\n\nNot everything/s);
  expect(said).toMatch(/under `refs\/cw\/rescue\/rn_1`.*in the middle of a merge\.\n- `\.env`: a secret$/s);
});
