import type { Program } from '../../ports/program.ts';
import { claudeClient } from './client.ts';
import { claudeArgsKey, claudeCommandKey, permissionModeKey } from './settings.ts';
import { signInNames } from './sign-in.ts';
import { claudeKinds, readClaudeTool } from './tools.ts';

/** Claude Code. What starts it is in `launch.ts`: whoever lists programs does not bring that in. */
export const claude = {
  name: 'claude',
  title: 'Claude Code',
  does: 'task',
  abilities: {
    conversation: true,
    messages: true,
    model: true,
    tools: true,
    result: true,
    permissions: true,
    limits: true,
    cost: true,
  },
  tools: { kinds: claudeKinds, read: readClaudeTool },
  account: { names: signInNames, usualFolder: '~/.claude' },
  settings: { command: claudeCommandKey, others: [claudeArgsKey], permissions: [permissionModeKey] },
  ofHome: ['.claude', '.claude.json'],
  client: claudeClient,
  resumeByHand: ({ command, sessionId, configDir }) => ({
    argv: [command, '--resume', sessionId],
    env: configDir === null ? {} : { [signInNames.folder]: configDir },
  }),
} as const satisfies Program;
