import { choiceKey, textKey, wordsKey } from '@cw/config';
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

/** The settings of this room. */
export const agentsConfigKeys = [claudeCommandKey, claudeArgsKey, permissionModeKey];
