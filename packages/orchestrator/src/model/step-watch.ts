import type { RunStep } from '@cw/agents';

/**
 * Told before and after each recorded step of a run. The program does nothing with it; the fault-injection tests end
 * the process there.
 */
export type StepWatch = (step: RunStep, moment: 'before' | 'after') => void;

export const watchNothing: StepWatch = () => {};
