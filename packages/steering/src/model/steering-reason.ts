import type { ReasonWords } from '@cw/kernel';

/** Why a task was closed that a person cancelled without a word. */
export type SteeringReason = { readonly code: 'steering.cancelled' };

export const saySteeringReason: ReasonWords<SteeringReason> = ({ code }) => {
  switch (code) {
    case 'steering.cancelled':
      return 'Cancelled.';
  }
};
