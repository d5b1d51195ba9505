import { join } from 'node:path';
import { readSetting } from '@cw/config';
import { findProgram } from '../../adapters/find-program.ts';
import { logFiles } from '../../adapters/process/wrapper.ts';
import { permissionsKey } from '../../agents-config.ts';
import { sayableVerdict } from '../../model/sayable.ts';
import type { PermissionLevel } from '../../model/settings.ts';
import { countsOf } from '../../model/stream/run-trace.ts';
import { judgeWorker } from '../../model/verdict.ts';
import { workerResultSchema } from '../../model/worker-result.ts';
import type { ProgramDeps } from '../../ports/program.ts';
import type { LaunchRequest, McpServer, Provider } from '../../ports/provider.ts';
import { claudeWords } from './errors.ts';
import { modelHosts } from './hosts.ts';
import { claudeArgsKey, claudeCommandKey, permissionModeKey } from './settings.ts';
import { environmentOf, ownFolder, ownPath, pathOf, renewalOf, signInFiles } from './sign-in.ts';
import { changeMarks, createClaudeReader, windowOf } from './stream.ts';
import { shellTool } from './tools.ts';

type ClaudeSettings = {
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
const allowedTools = [shellTool, 'mcp__cw'];

/**
 * Taken away: what starts things on its own, leaves the worktree, or speaks to other sessions; and, as advice to the agent
 * rather than as a wall, the commands with which work would leave the machine or its user.
 */
const disallowedTools = [
  'CronCreate',
  'CronDelete',
  'CronList',
  'ScheduleWakeup',
  'Workflow',
  'SendMessage',
  'EnterWorktree',
  'ExitWorktree',
  ...['git push', 'git worktree', 'git stash', 'sudo', 'su'].map((command) => `${shellTool}(${command} *)`),
];

/** Claude Code in its headless mode, spoken to and read by JSON lines. */
export function createClaudeProvider({ hostEnv, read }: ProgramDeps): Provider {
  return {
    prepare: async (request) => {
      const settings = await settingsOf(read, request.scope);
      const { env, secretNames } = environmentOf(hostEnv, request);
      const program = findProgram(settings.command, env.PATH ?? '', claudeCommandKey.key);
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
    signInFiles: (account) => signInFiles(hostEnv, account),
    ownPath: (account) => pathOf(hostEnv, account),
    renewal: async ({ account, scope, scratch }) => {
      const { command } = await settingsOf(read, scope);
      return renewalOf(hostEnv, { account, scratch, command });
    },
    reader: createClaudeReader,
    changeMarks,
    messageLine,
    interruptLine: () =>
      JSON.stringify({ type: 'control_request', request_id: 'cw-stop', request: { subtype: 'interrupt' } }),
    hasFinished: (trace) => trace.resultCount > 0 && !trace.isSpokenTo,
    counts: (trace) => countsOf(trace, windowOf(trace.model)),
    judge: (trace, end) => sayableVerdict(judgeWorker(trace, end, claudeWords)),
  };
}

async function settingsOf(read: ProgramDeps['read'], scope: LaunchRequest['scope']): Promise<ClaudeSettings> {
  return {
    command: (await readSetting(read, claudeCommandKey, scope)).value,
    args: (await readSetting(read, claudeArgsKey, scope)).value,
    permissions: (await readSetting(read, permissionsKey, scope)).value,
    permissionMode: (await readSetting(read, permissionModeKey, scope)).value,
  };
}

function claudeArguments(request: LaunchRequest, settings: ClaudeSettings): string[] {
  return [
    '-p',
    '--input-format',
    'stream-json',
    '--output-format',
    'stream-json',
    '--verbose',
    '--replay-user-messages',
    ...(request.resume ? [`--resume=${request.sessionId}`] : ['--session-id', request.sessionId]),
    '--json-schema',
    JSON.stringify(workerResultSchema),
    ...permissionArguments(settings),
    // A repository's own settings could run hooks and send the sign-in elsewhere.
    '--setting-sources',
    'user',
    '--mcp-config',
    join(request.logDir, logFiles.mcp),
    '--strict-mcp-config',
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
      '--permission-mode',
      permissionMode,
      '--allowedTools',
      allowedTools.join(','),
      '--disallowedTools',
      [...disallowedTools, approving].join(','),
    ];
  }
  return [
    '--permission-mode',
    permissions === 'ask' ? 'default' : 'acceptEdits',
    '--allowedTools',
    allowedTools.filter((tool) => tool !== shellTool).join(','),
    '--disallowedTools',
    disallowedTools.join(','),
    '--permission-prompt-tool',
    approving,
  ];
}

function messageLine(text: string): string {
  return JSON.stringify({ type: 'user', message: { role: 'user', content: text } });
}

/** Without `alwaysLoad` the program begins before its tools are there, and does without them. */
function mcpConfig(mcp: McpServer | null): string {
  return JSON.stringify({ mcpServers: mcp ? { cw: { type: 'stdio', alwaysLoad: true, ...mcp } } : {} });
}
