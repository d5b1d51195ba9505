import { choiceKey, numberKey, wordsKey } from '@cw/config';
import { strategyNames } from './selection/strategy.ts';

/** How many agents may run at once in the workspace. */
export const maxConcurrent = numberKey('orchestrator.maxConcurrent', 'How many agents run at once', {
  fallback: 1,
  min: 1,
  max: 64,
  scopes: ['workspace'],
});

export const maxConcurrentPerProject = numberKey(
  'orchestrator.maxConcurrentPerProject',
  'How many agents run at once in one project; 0: as many as in the workspace',
  { fallback: 0, min: 0, max: 64, scopes: ['workspace', 'project'] },
);

export const maxPerAccount = numberKey(
  'accounts.maxConcurrent',
  'How many agents run at once with one account; 0: as many as in the workspace',
  { fallback: 0, min: 0, max: 64, scopes: ['workspace'] },
);

export const strategyKey = choiceKey(
  'orchestrator.strategy',
  'Which of several ready tasks starts first: the most urgent, the oldest, the one that blocks the most work, the cheapest',
  { fallback: 'priority', of: strategyNames, scopes: ['workspace', 'project'] },
);

export const minFreeMemory = numberKey(
  'orchestrator.minFreeMemory',
  'Megabytes of memory that must be free before another agent is started; 0: not checked',
  { unit: 'MB', fallback: 256, min: 0, max: 1_048_576, scopes: ['workspace'] },
);

export const maxLoad = numberKey(
  'orchestrator.maxLoad',
  'Load per processor core above which no further agent is started; 0: not checked',
  { fallback: 0, min: 0, max: 100, decimals: 2, scopes: ['workspace'] },
);

/** How often a task is tried when its runs end without an answer: a crash, a reboot, an unreadable answer. */
export const maxAttempts = numberKey(
  'orchestrator.maxAttempts',
  'How often a task is tried when its agent vanishes, crashes or returns no valid answer',
  { fallback: 3, min: 1, max: 20 },
);

export const retryDelay = numberKey(
  'orchestrator.retryDelay',
  'Seconds before a task is retried; each further retry waits twice as long',
  { unit: 'seconds', fallback: 30, min: 0, max: 86_400, decimals: 2 },
);

export const retryDelayMost = numberKey(
  'orchestrator.retryDelayMost',
  'The most seconds a retry of a task or of a busy account waits',
  { unit: 'seconds', fallback: 900, min: 0, max: 86_400, decimals: 2 },
);

export const busyDelay = numberKey(
  'orchestrator.busyDelay',
  'Seconds an account is on hold when its model is overloaded or refuses too many requests; doubled each time',
  { unit: 'seconds', fallback: 15, min: 0, max: 3_600, decimals: 2 },
);

export const limitProbe = numberKey(
  'orchestrator.limitProbe',
  'Minutes after which an account is tried again when its limit has no known reset time',
  { unit: 'minutes', fallback: 30, min: 0, max: 10_080, decimals: 3 },
);

export const maxMinutes = numberKey('orchestrator.maxMinutes', 'Minutes one run may take; 0: no cap', {
  unit: 'minutes',
  fallback: 0,
  min: 0,
  max: 100_000,
  decimals: 2,
});

export const maxOutput = numberKey(
  'orchestrator.maxOutput',
  'Megabytes the agent of one run may print; 0: as much as fits on the disk',
  { unit: 'MB', fallback: 1_024, min: 0, max: 1_048_576, decimals: 3 },
);

export const maxTurns = numberKey('orchestrator.maxTurns', 'Model turns one run may take; 0: no cap', {
  fallback: 0,
  min: 0,
  max: 100_000,
});

export const maxCost = numberKey('orchestrator.maxCost', 'US dollars one run may cost; 0: no cap', {
  unit: 'USD',
  fallback: 0,
  min: 0,
  max: 1_000_000,
  decimals: 2,
});

export const maxTaskCost = numberKey(
  'orchestrator.maxTaskCost',
  'US dollars all runs of a task together may cost; 0: no cap',
  { unit: 'USD', fallback: 0, min: 0, max: 1_000_000, decimals: 2 },
);

export const maxCostPerDay = numberKey(
  'orchestrator.maxCostPerDay',
  'US dollars per day after which nothing new is started, in the workspace or in the project it is set for; 0: no cap',
  { unit: 'USD', fallback: 0, min: 0, max: 1_000_000, decimals: 2, scopes: ['workspace', 'project'] },
);

export const failuresToPause = numberKey(
  'orchestrator.failuresToPause',
  'Failed runs in a short time after which nothing new is started, in their project or, across several, anywhere; 0: never',
  { fallback: 5, min: 0, max: 1_000, scopes: ['workspace', 'project'] },
);

export const failuresWithin = numberKey('orchestrator.failuresWithin', 'Minutes within which those failures happen', {
  unit: 'minutes',
  fallback: 10,
  min: 1,
  max: 1_440,
  scopes: ['workspace', 'project'],
});

export const autoAcceptKey = choiceKey(
  'tasks.autoAccept',
  'What to do with work that an agent finds beside its task. no: a person decides; yes: make it a task, which waits to be assigned; assign: assign it too, unless its own task was found that way',
  { fallback: 'no', of: ['no', 'yes', 'assign'] },
);

export const doneUnchangedKey = choiceKey(
  'tasks.doneUnchanged',
  'What to do when an agent is done and has changed no file: ask a person, or accept it as done',
  { fallback: 'ask', of: ['ask', 'accept'] },
);

/** Types of tasks whose result is an answer. */
export const unchangedTypesKey = wordsKey(
  'tasks.unchangedTypes',
  'Types of tasks that can be done without changing a file; they are accepted as done without asking',
  ['spike', 'decision'],
);

export const orchestratorConfigKeys = [
  maxConcurrent,
  maxConcurrentPerProject,
  maxPerAccount,
  strategyKey,
  minFreeMemory,
  maxLoad,
  maxAttempts,
  retryDelay,
  retryDelayMost,
  busyDelay,
  limitProbe,
  maxMinutes,
  maxOutput,
  maxTurns,
  maxCost,
  maxTaskCost,
  maxCostPerDay,
  failuresToPause,
  failuresWithin,
  autoAcceptKey,
  doneUnchangedKey,
  unchangedTypesKey,
] as const;
