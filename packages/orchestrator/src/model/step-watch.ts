/**
 * Told of each point that a crash must be survived at: `run:<step>:before`, `run:<step>:after` around the effect of a
 * step, `merge:<state>` once that state of a merge is committed. The program does nothing with it; the fault-injection
 * tests end the process there.
 */
export type StepWatch = (point: string) => void;

export const watchNothing: StepWatch = () => {};
