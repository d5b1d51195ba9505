import { join } from 'node:path';
import type { Client } from '../../ports/client.ts';
import { signInNames } from './sign-in.ts';

/** How a person's own Claude Code finds the tools of cw. */
export const claudeClient: Client = {
  title: 'Claude Code',
  format: 'json',
  file: (scope, { userHome, projectRoot, env }) =>
    scope === 'project' ? join(projectRoot, '.mcp.json') : join(env[signInNames.folder] || userHome, '.claude.json'),
  path: (_, server) => ['mcpServers', server],
  entry: ({ command, args }) => ({ type: 'stdio', command, args }),
  hook: {
    file: (scope, { userHome, projectRoot, env }) =>
      scope === 'project'
        ? join(projectRoot, '.claude/settings.json')
        : join(env[signInNames.folder] || join(userHome, '.claude'), 'settings.json'),
    path: ['hooks', 'SessionStart'],
  },
  next: 'Restart it; /mcp shows the server. For a project, it asks once whether its servers may be used.',
};
