import { choiceKey, textKey, wordsKey } from '@cw/config';

export const claudeCommandKey = textKey(
  'agents.claude.command',
  'Claude Code: a path, or a name to look for on the PATH.',
  'claude',
);

export const claudeArgsKey = wordsKey('agents.claude.args', 'More arguments for Claude Code, after those of cw.');

/** What Claude Code may do without asking, in its own words. */
const permissionModes = ['acceptEdits', 'default', 'dontAsk', 'plan', 'bypassPermissions'] as const;

export const permissionModeKey = choiceKey(
  'agents.permissionMode',
  'What Claude Code may do where agents.permissions is everything, beside the documented list; the rest is refused and shown',
  { fallback: 'acceptEdits', of: permissionModes },
);
