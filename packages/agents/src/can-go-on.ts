import { couldGoOn, type Stopped } from './model/can-go-on.ts';
import type { RunRecord } from './model/run.ts';
import { abilitiesOf } from './providers/programs.ts';

/** Whether another run could go on where this one stopped: with its conversation, in its worktree. */
export function canGoOn(run: Stopped & Pick<RunRecord, 'provider'>): boolean {
  return couldGoOn(run, abilitiesOf(run.provider));
}
