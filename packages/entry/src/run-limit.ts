import type { LimitReached } from '@cw/kernel';
import type { Refusal } from './refusal.ts';

/** How a run is told that it has reached a limit; the code is the failure's kind. */
export function limitRefusal({ what, most, setting }: LimitReached): Omit<Refusal, 'code'> {
  return {
    message: `This run has reached its limit of ${most} ${what} (${setting}). Nothing was kept.`,
    hint: 'Put anything else into your result.',
    kind: 'rule',
  };
}
