import type { RunView } from '../../data/api-types.ts';

type Step = RunView['step'];

const words = {
  claimed: 'Preparing',
  worktree: 'Preparing its worktree',
  hook: 'Running the set-up hook',
  prompt: 'Writing its prompt',
  spawn: 'Starting the agent',
  running: 'Working',
  collect: 'Collecting what it left',
  commit: 'Committing its work',
  enqueue: 'Handing its work to the merge queue',
  ended: 'Ended',
} as const satisfies Record<Step, string>;

/** What a run is doing, by the step that it is at. */
export function stepWords(step: Step): string {
  return words[step];
}
