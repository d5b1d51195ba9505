import { choiceKey, textKey, wordsKey } from '@cw/config';

export const claudeCommandKey = textKey(
  'agents.claude.command',
  'The Claude Code program: a path, or a name to look up on the PATH.',
  'claude',
);

export const claudeArgsKey = wordsKey('agents.claude.args', 'Extra arguments for Claude Code, after those from cw.');

/** What Claude Code may do without asking: its own names. */
const permissionModes = ['acceptEdits', 'default', 'dontAsk', 'plan', 'bypassPermissions'] as const;

export const permissionModeKey = choiceKey(
  'agents.permissionMode',
  'What Claude Code may do beyond the documented list when agents.permissions is everything; the rest is refused and shown',
  { fallback: 'acceptEdits', of: permissionModes },
);
