import { sayerOf } from '@cw/kernel';
import { expect, test } from 'vitest';
import { type SinkReason, saySinkReason } from './sink-reason.ts';

/** Each code, and what it says. */
const all: { readonly [Code in SinkReason['code']]: readonly [SinkReason & { readonly code: Code }, string] } = {
  'sink.hung': [{ code: 'sink.hung', seconds: 10 }, 'it did not end within 10 s and was ended'],
  'sink.silent': [{ code: 'sink.silent', seconds: 5 }, 'it did not answer within 5 s'],
  'sink.exited': [{ code: 'sink.exited', exitCode: 3, said: 'no' }, 'it ended with code 3: no'],
  'sink.redirected': [
    { code: 'sink.redirected', status: 302 },
    'it answers with a redirect (302), which is not followed',
  ],
  'sink.answered': [{ code: 'sink.answered', status: 500 }, 'it answers 500'],
};

test.each(Object.values(all))('%j', (reason, words) => {
  expect(sayerOf({ sink: saySinkReason })(reason)).toBe(words);
});
