import { choiceKey, numberKey } from '@cw/config';
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
  'Which of several tasks that could be started is: the most urgent, the oldest, the one that holds up most, the cheapest',
  { fallback: 'priority', of: strategyNames, scopes: ['workspace', 'project'] },
);

export const minFreeMemory = numberKey(
  'orchestrator.minFreeMemory',
  'Megabytes of memory that must be free before another agent is started; 0: it is not looked at',
  { fallback: 256, min: 0, max: 1_048_576, scopes: ['workspace'] },
);

export const maxLoad = numberKey(
  'orchestrator.maxLoad',
  'Load of each processor core above which no other agent is started; 0: it is not looked at',
  { fallback: 0, min: 0, max: 100, decimals: 2, scopes: ['workspace'] },
);

/** How often a task is tried whose runs end without an answer: a crash, a reboot, an answer that cannot be read. */
export const maxAttempts = numberKey(
  'orchestrator.maxAttempts',
  'How often a task is tried whose agent vanishes, crashes or gives no proper answer',
  { fallback: 3, min: 1, max: 20 },
);

export const retryDelay = numberKey(
  'orchestrator.retryDelay',
  'Seconds before a task is tried again; each further try waits twice as long',
  { fallback: 30, min: 0, max: 86_400, decimals: 2 },
);

export const retryDelayMost = numberKey(
  'orchestrator.retryDelayMost',
  'Seconds that a further try, of a task or of a busy account, waits at most',
  { fallback: 900, min: 0, max: 86_400, decimals: 2 },
);

export const busyDelay = numberKey(
  'orchestrator.busyDelay',
  'Seconds for which an account is on hold whose model is overloaded or refuses too many requests; twice as long each time',
  { fallback: 15, min: 0, max: 3_600, decimals: 2 },
);

export const limitProbe = numberKey(
  'orchestrator.limitProbe',
  'Minutes after which an account is tried that is at a limit of which nobody says when it ends',
  { fallback: 30, min: 0, max: 10_080, decimals: 3 },
);

export const maxMinutes = numberKey(
  'orchestrator.maxMinutes',
  'Minutes that one run may take; 0: as long as it takes',
  { fallback: 0, min: 0, max: 100_000, decimals: 2 },
);

export const maxOutput = numberKey(
  'orchestrator.maxOutput',
  'Megabytes that the agent of one run may print; 0: as much as the disk takes',
  { fallback: 1_024, min: 0, max: 1_048_576, decimals: 3 },
);

export const maxTurns = numberKey(
  'orchestrator.maxTurns',
  'Turns of the model that one run may take; 0: as many as it takes',
  { fallback: 0, min: 0, max: 100_000 },
);

export const maxCost = numberKey('orchestrator.maxCost', 'US dollars that one run may cost; 0: whatever it costs', {
  fallback: 0,
  min: 0,
  max: 1_000_000,
  decimals: 2,
});

export const maxTaskCost = numberKey(
  'orchestrator.maxTaskCost',
  'US dollars that all runs of a task together may cost; 0: whatever they cost',
  { fallback: 0, min: 0, max: 1_000_000, decimals: 2 },
);

export const maxCostPerDay = numberKey(
  'orchestrator.maxCostPerDay',
  'US dollars a day after which nothing new is started, in the workspace or, set for a project, there; 0: no cap',
  { fallback: 0, min: 0, max: 1_000_000, decimals: 2, scopes: ['workspace', 'project'] },
);

export const failuresToPause = numberKey(
  'orchestrator.failuresToPause',
  'After how many failed runs in a short time nothing more is started, in a project or, over several, anywhere; 0: never',
  { fallback: 5, min: 0, max: 1_000, scopes: ['workspace', 'project'] },
);

export const failuresWithin = numberKey('orchestrator.failuresWithin', 'Within how many minutes those failures lie', {
  fallback: 10,
  min: 1,
  max: 1_440,
  scopes: ['workspace', 'project'],
});

export const autoAcceptKey = choiceKey(
  'tasks.autoAccept',
  'What becomes of work that an agent finds beside its task. no: a person decides on it; yes: it is a task, which waits to be assigned; assign: it is assigned too, unless its task was found like that itself',
  { fallback: 'no', of: ['no', 'yes', 'assign'] },
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
] as const;
