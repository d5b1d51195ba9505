import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@cw/agents';
import { programs } from '@cw/agents/programs';

/** Programs of people that cw does not start itself. */
const others: Readonly<Record<string, Client>> = {
  codex: {
    title: 'Codex',
    format: 'toml',
    file: (scope, { userHome, projectRoot, env }) =>
      scope === 'project'
        ? join(projectRoot, '.codex/config.toml')
        : join(env.CODEX_HOME || join(userHome, '.codex'), 'config.toml'),
    path: (_, server) => ['mcp_servers', server],
    entry: ({ command, args }) => ({ command, args }),
    next: 'Restart it; /mcp shows the server. In a project, it is read only if the project is trusted.',
  },
  opencode: {
    title: 'OpenCode',
    format: 'json',
    file: (scope, { userHome, projectRoot, env }) => {
      const folder =
        scope === 'project' ? projectRoot : join(env.XDG_CONFIG_HOME || join(userHome, '.config'), 'opencode');
      const commented = join(folder, 'opencode.jsonc');
      return existsSync(commented) ? commented : join(folder, 'opencode.json');
    },
    path: (config, server) => (hasServers(config) ? ['mcp', 'servers', server] : ['mcp', server]),
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args] }),
    next: 'Restart it; opencode mcp list shows the server.',
  },
  cursor: {
    title: 'Cursor',
    format: 'json',
    file: (scope, { userHome, projectRoot }) => join(scope === 'project' ? projectRoot : userHome, '.cursor/mcp.json'),
    path: (_, server) => ['mcpServers', server],
    entry: ({ command, args }) => ({ command, args }),
    next: "Turn it on in Cursor's list of MCP servers.",
  },
};

/** Every program whose configuration can be given the tools of cw, by its name. */
export const clients: ReadonlyMap<string, Client> = new Map([
  ...programs.flatMap(({ name, client }) => (client === null ? [] : [[name, client] as const])),
  ...Object.entries(others),
]);

/** The form of OpenCode 2, in which servers have a place of their own below `mcp`. */
function hasServers(config: unknown): boolean {
  const mcp: unknown = field(config, 'mcp');
  const servers: unknown = field(mcp, 'servers');
  return typeof servers === 'object' && servers !== null && field(servers, 'type') === undefined;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
