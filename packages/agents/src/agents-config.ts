import { choiceKey, numberKey, textKey, wordsKey } from '@cw/config';
import { permissionModes } from './model/settings.ts';

export const claudeCommandKey = textKey(
  'agents.claude.command',
  'Claude Code: a path, or a name to look for on the PATH.',
  'claude',
);

export const claudeArgsKey = wordsKey('agents.claude.args', 'More arguments for Claude Code, after those of cw.');

export const permissionModeKey = choiceKey(
  'agents.permissionMode',
  'What Claude Code may do without asking, beside the documented list of tools; what is left is refused and shown.',
  { fallback: 'acceptEdits', of: permissionModes },
);

const week = 604_800;

export const stallShownKey = numberKey(
  'agents.stallShownAfter',
  'After how many seconds without a sign of life a run is shown as stalled; 0: never',
  { fallback: 300, min: 0, max: week },
);

export const stallAskedKey = numberKey(
  'agents.stallAskedAfter',
  'After how many seconds without a sign of life an agent is asked whether it is still at work; 0: never',
  { fallback: 600, min: 0, max: week },
);

export const stallEndedKey = numberKey(
  'agents.stallEndedAfter',
  'After how many seconds without a sign of life an agent is ended, with its work kept; 0: never',
  { fallback: 1_200, min: 0, max: week },
);

export const capabilitiesKey = wordsKey(
  'agents.capabilities',
  'What the workers that cw starts are capable of, for tasks that require it.',
);

export const offlineAfterKey = numberKey(
  'agents.offlineAfter',
  'After how many seconds without a sign a registered agent counts as offline',
  { fallback: 300, min: 1, max: week, scopes: ['workspace'] },
);

/** The settings of this room. */
export const agentsConfigKeys = [
  claudeCommandKey,
  claudeArgsKey,
  permissionModeKey,
  capabilitiesKey,
  offlineAfterKey,
  stallShownKey,
  stallAskedKey,
  stallEndedKey,
];
