import { numberKey } from '@cw/config';

/** How many agents may run at once in the workspace. */
export const maxConcurrent = numberKey('orchestrator.maxConcurrent', 'How many agents run at once', {
  fallback: 1,
  min: 1,
  max: 64,
  scopes: ['workspace'],
});

/** How often a task is tried whose runs vanish without an answer: a reboot, a kill from outside. */
export const maxAttempts = numberKey(
  'orchestrator.maxAttempts',
  'How often a task is tried whose agent vanishes without an answer',
  { fallback: 3, min: 1, max: 20 },
);

export const orchestratorConfigKeys = [maxConcurrent, maxAttempts] as const;
