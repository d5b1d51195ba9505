import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sayableVerdict } from '../../model/sayable.ts';
import type { PermissionLevel } from '../../model/settings.ts';
import { countsOf } from '../../model/stream/run-trace.ts';
import { createClaudeReader } from '../../model/stream/stream-reader.ts';
import { judgeWorker } from '../../model/verdict.ts';
import { workerResultSchema } from '../../model/worker-result.ts';
import type { AccountLogin, LaunchRequest, McpServer, Provider } from '../../ports/provider.ts';
import { logFiles } from '../process/wrapper.ts';
import { childEnvironment, type HostEnv } from './child-environment.ts';
import { foldersIn, ownFolder, ownPath, signInFile } from './claude-folder.ts';
import { modelHosts } from './claude-hosts.ts';
import { findProgram } from './find-program.ts';

export type ClaudeSettings = {
  readonly command: string;
  /** Added after our own arguments. */
  readonly args: readonly string[];
  readonly permissions: PermissionLevel;
  /** Where everything is allowed. */
  readonly permissionMode: string;
};

/**
 * What a worker may do without being asked, beside editing in its worktree: any shell command, since a list of commands
 * would refuse ordinary shell and confine nothing once it holds an interpreter; and the tools of its own run.
 */
export const allowedTools = ['Bash', 'mcp__cw'];

/**
 * Taken away: what starts things on its own, leaves the worktree, or speaks to other sessions; and, as advice to the agent
 * rather than as a wall, the commands with which work would leave the machine or its user.
 */
export const disallowedTools = [
  ...['CronCreate', 'CronDelete', 'CronList', 'ScheduleWakeup', 'Workflow', 'SendMessage'],
  ...['EnterWorktree', 'ExitWorktree'],
  ...['Bash(git push *)', 'Bash(git worktree *)', 'Bash(git stash *)', 'Bash(sudo *)', 'Bash(su *)'],
];

export type ClaudeDeps = {
  readonly hostEnv: HostEnv;
  readonly settings: (scope: LaunchRequest['scope']) => Promise<ClaudeSettings>;
};

/** Claude Code in its headless mode, spoken to and read by JSON lines. */
export function createClaudeProvider(deps: ClaudeDeps): Provider {
  const pathOf = (account: AccountLogin | null) => ownPath(childEnvironment(deps.hostEnv, { account, gitEnv: {} }).env);
  return {
    name: 'claude',
    prepare: async (request) => {
      const settings = await deps.settings(request.scope);
      const { env, secretNames } = childEnvironment(deps.hostEnv, request);
      const program = findProgram(settings.command, env.PATH ?? '');
      return {
        argv: [program, ...claudeArguments(request, settings)],
        env: {
          ...env,
          CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
          MCP_CONNECT_TIMEOUT_MS: toolsWait,
          MCP_TOOL_TIMEOUT: longestWait,
        },
        secretNames,
        firstInput: `${messageLine(request.prompt)}\n`,
        input: 'pipe',
        files: [{ name: logFiles.mcp, text: mcpConfig(request.mcp) }],
        own: ownFolder(ownPath(env), request),
        modelAt: modelHosts(env),
      };
    },
    signInFiles: (account) => [join(pathOf(account), signInFile)],
    ownPath: pathOf,
    renewal: async ({ account, scope, scratch }) => {
      const { env } = childEnvironment(deps.hostEnv, { account, gitEnv: {} });
      const path = ownPath(env);
      if (tokens.some((name) => env[name]) || !existsSync(join(path, signInFile))) return null;
      const { command } = await deps.settings(scope);
      return {
        argv: [findProgram(command, env.PATH ?? ''), ...renewing],
        env: { ...env, ...foldersIn(scratch, path) },
        input: `${JSON.stringify({ type: 'control_request', request_id: 'cw-renew', request: { subtype: 'initialize' } })}\n`,
      };
    },
    reader: createClaudeReader,
    messageLine,
    interruptLine: () =>
      JSON.stringify({ type: 'control_request', request_id: 'cw-stop', request: { subtype: 'interrupt' } }),
    hasFinished: (trace) => trace.resultCount > 0 && !trace.isSpokenTo,
    counts: countsOf,
    judge: (trace, end) => sayableVerdict(judgeWorker(trace, end)),
  };
}

/** A sign-in by one of these is in no file, and nothing renews it. */
const tokens = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'];

/** The program looks after its sign-in as it starts, and asks no model for anything before it is spoken to. */
const renewing = [
  ...['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose', '--strict-mcp-config'],
];

function claudeArguments(request: LaunchRequest, settings: ClaudeSettings): string[] {
  return [
    '-p',
    ...['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose', '--replay-user-messages'],
    ...(request.resume ? [`--resume=${request.sessionId}`] : ['--session-id', request.sessionId]),
    ...['--json-schema', JSON.stringify(workerResultSchema)],
    ...permissionArguments(settings),
    // A repository's own settings could run hooks and send the sign-in elsewhere.
    ...['--setting-sources', 'user'],
    ...['--mcp-config', join(request.logDir, logFiles.mcp), '--strict-mcp-config'],
    ...(request.model === null ? [] : ['--model', request.model]),
    ...(request.caps.turns === null ? [] : ['--max-turns', String(request.caps.turns)]),
    ...(request.caps.usd === null ? [] : ['--max-budget-usd', request.caps.usd.toFixed(4)]),
    ...settings.args,
  ];
}

/** Milliseconds for which a tool of ours may wait for a person: the most the program takes. */
const longestWait = String(2 ** 31 - 1);

/** Milliseconds for which the first turn waits for `cw mcp`, which a busy machine may be slow to start. */
const toolsWait = '30000';

/** The tool of `cw mcp` that the program asks what it may do; the model is never offered it. */
const approving = 'mcp__cw__approve';

function permissionArguments({ permissions, permissionMode }: ClaudeSettings): string[] {
  if (permissions === 'everything') {
    return [
      ...['--permission-mode', permissionMode],
      ...['--allowedTools', allowedTools.join(',')],
      ...['--disallowedTools', [...disallowedTools, approving].join(',')],
    ];
  }
  return [
    ...['--permission-mode', permissions === 'ask' ? 'default' : 'acceptEdits'],
    ...['--allowedTools', allowedTools.filter((tool) => tool !== 'Bash').join(',')],
    ...['--disallowedTools', disallowedTools.join(',')],
    ...['--permission-prompt-tool', approving],
  ];
}

function messageLine(text: string): string {
  return JSON.stringify({ type: 'user', message: { role: 'user', content: text } });
}

/** Without `alwaysLoad` the program begins before its tools are there, and does without them. */
function mcpConfig(mcp: McpServer | null): string {
  return JSON.stringify({ mcpServers: mcp ? { cw: { type: 'stdio', alwaysLoad: true, ...mcp } } : {} });
}
