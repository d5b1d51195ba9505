import { choiceKey, numberKey } from '@cw/config';
import { watchdogModes } from './model/watchdog-view.ts';
import { sinkConfigKeys } from './sinks/sink-keys.ts';

export const keepLogs = numberKey(
  'cleanup.logs',
  'Days to keep the log of a successful run, and a crash report; 0: forever',
  { unit: 'days', fallback: 30, min: 0, max: 36_500, scopes: ['workspace', 'project'] },
);

export const keepWorktrees = numberKey(
  'cleanup.worktrees',
  'Hours to keep the worktree of a closed task whose work is merged; 0: forever',
  { unit: 'hours', fallback: 24, min: 0, max: 876_000, scopes: ['workspace', 'project'] },
);

export const keepRefs = numberKey(
  'cleanup.refs',
  'Days to keep the merged branch of a closed task, its earlier attempts, and work rescued from it; 0: forever',
  { unit: 'days', fallback: 90, min: 0, max: 36_500, scopes: ['workspace', 'project'] },
);

export const keepSetAside = numberKey(
  'cleanup.setAside',
  'Days after the task was closed to keep what an agent had put in place of its worktree; 0: forever',
  { unit: 'days', fallback: 0, min: 0, max: 36_500, scopes: ['workspace', 'project'] },
);

export const watchdogKey = choiceKey(
  'server.watchdog',
  'What to do when the loop that supervises agents is blocked: report it, or end the server too; off: not watched',
  { fallback: 'report', of: watchdogModes, scopes: ['workspace'] },
);

export const watchdogAfter = numberKey(
  'server.watchdogAfter',
  'Seconds the loop that supervises agents may be blocked',
  { unit: 'seconds', fallback: 30, min: 1, max: 3_600, scopes: ['workspace'] },
);

export const upkeepConfigKeys = [
  keepLogs,
  keepWorktrees,
  keepRefs,
  keepSetAside,
  watchdogKey,
  watchdogAfter,
  ...sinkConfigKeys,
] as const;
