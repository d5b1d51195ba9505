import type { RunRow } from '../../data/api-types.ts';

type Step = RunRow['step'];

/** Of each step: how far the run is, and what is being done there. */
const steps = {
  claimed: { stage: 'Preparing', doing: 'Preparing' },
  worktree: { stage: 'Preparing', doing: 'Preparing its worktree' },
  hook: { stage: 'Preparing', doing: 'Running the set-up hook' },
  prompt: { stage: 'Preparing', doing: 'Writing its prompt' },
  spawn: { stage: 'Starting', doing: 'Starting the agent' },
  running: { stage: 'Running', doing: 'Working' },
  collect: { stage: 'Finishing', doing: 'Collecting what it left' },
  commit: { stage: 'Finishing', doing: 'Committing its work' },
  enqueue: { stage: 'Finishing', doing: 'Handing its work to the merge queue' },
  ended: { stage: 'Ended', doing: 'Ended' },
} as const satisfies Record<Step, { readonly stage: string; readonly doing: string }>;

/** How far a run is, by the step that it is at: several steps are one stage to people. */
export function stageOf(step: Step): string {
  return steps[step].stage;
}

/** What a run is doing, by the step that it is at. */
export function stepWords(step: Step): string {
  return steps[step].doing;
}
