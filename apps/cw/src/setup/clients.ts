import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const clientNames = ['claude', 'codex', 'opencode', 'cursor'] as const;
export type ClientName = (typeof clientNames)[number];
export type Scope = 'user' | 'project';

/** Where configurations lie: the user's own, and those of the repository one stands in. */
export type Places = {
  readonly userHome: string;
  readonly projectRoot: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** How the server is started. */
export type Start = { readonly command: string; readonly args: readonly string[] };

/** An agent program, as far as its configuration goes. */
export type Client = {
  readonly title: string;
  readonly format: 'json' | 'toml';
  readonly file: (scope: Scope, places: Places) => string;
  /** Where in the file its servers are told; what is there already decides between older and newer forms. */
  readonly path: (config: unknown) => readonly string[];
  readonly entry: (start: Start) => Readonly<Record<string, unknown>>;
  /** What there is to do afterwards. */
  readonly next: string;
};

const server = 'cw';

export const clients: Readonly<Record<ClientName, Client>> = {
  claude: {
    title: 'Claude Code',
    format: 'json',
    file: (scope, { userHome, projectRoot, env }) =>
      scope === 'project' ? join(projectRoot, '.mcp.json') : join(env.CLAUDE_CONFIG_DIR || userHome, '.claude.json'),
    path: () => ['mcpServers', server],
    entry: ({ command, args }) => ({ type: 'stdio', command, args }),
    next: 'Start it anew; /mcp shows the server. Of a project it asks once whether its servers may be used.',
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    file: (scope, { userHome, projectRoot, env }) =>
      scope === 'project'
        ? join(projectRoot, '.codex/config.toml')
        : join(env.CODEX_HOME || join(userHome, '.codex'), 'config.toml'),
    path: () => ['mcp_servers', server],
    entry: ({ command, args }) => ({ command, args }),
    next: 'Start it anew; /mcp shows the server. Of a project it is read only when that is trusted.',
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
    path: (config) => (hasServers(config) ? ['mcp', 'servers', server] : ['mcp', server]),
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args] }),
    next: 'Start it anew; opencode mcp list shows the server.',
  },
  cursor: {
    title: 'Cursor',
    format: 'json',
    file: (scope, { userHome, projectRoot }) => join(scope === 'project' ? projectRoot : userHome, '.cursor/mcp.json'),
    path: () => ['mcpServers', server],
    entry: ({ command, args }) => ({ command, args }),
    next: 'Switch it on where Cursor lists its MCP servers.',
  },
};

/** The form of OpenCode 2, in which servers have a place of their own below `mcp`. */
function hasServers(config: unknown): boolean {
  const mcp: unknown = field(config, 'mcp');
  const servers: unknown = field(mcp, 'servers');
  return typeof servers === 'object' && servers !== null && field(servers, 'type') === undefined;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
