import { choiceKey, numberKey } from '@cw/config';
import { watchdogModes } from './model/watchdog-view.ts';
import { sinkConfigKeys } from './sinks/sink-keys.ts';

export const keepLogs = numberKey(
  'cleanup.logs',
  'For how many days the log of a run that went well, and a report of a crash, is kept; 0: for ever',
  { fallback: 30, min: 0, max: 36_500, scopes: ['workspace', 'project'] },
);

export const keepWorktrees = numberKey(
  'cleanup.worktrees',
  'For how many hours the worktree of a closed task is kept whose work is merged; 0: for ever',
  { fallback: 24, min: 0, max: 876_000, scopes: ['workspace', 'project'] },
);

export const keepRefs = numberKey(
  'cleanup.refs',
  'For how many days the merged branch of a closed task, earlier attempts at it, and what was rescued of it, are kept; 0: for ever',
  { fallback: 90, min: 0, max: 36_500, scopes: ['workspace', 'project'] },
);

export const keepSetAside = numberKey(
  'cleanup.setAside',
  'For how many days after its task was closed is kept what an agent had put in the place of its worktree; 0: for ever',
  { fallback: 0, min: 0, max: 36_500, scopes: ['workspace', 'project'] },
);

export const watchdogKey = choiceKey(
  'server.watchdog',
  'What is done when the loop that looks after agents stands still: it is reported, or the server is ended too; off: nobody looks',
  { fallback: 'report', of: watchdogModes, scopes: ['workspace'] },
);

export const watchdogAfter = numberKey(
  'server.watchdogAfter',
  'For how many seconds the loop that looks after agents may stand still',
  { fallback: 30, min: 1, max: 3_600, scopes: ['workspace'] },
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
