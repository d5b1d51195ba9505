import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bubblewrap, missingWalls, type RunSandbox } from '../model/sandbox.ts';
import type { LaunchRequest, McpServer, Provider } from '../ports/provider.ts';
import type { AgentIdentity } from './process/identity.ts';
import { startAgent } from './process/start-agent.ts';
import { logFiles } from './process/wrapper.ts';
import { beginConversation, type ConversationBefore } from './run-conversation.ts';
import { encloseLaunch } from './sandbox/enclose-launch.ts';
import { keepRunSandbox } from './sandbox/sandbox-files.ts';

export type LaunchAgent = Omit<LaunchRequest, 'prompt'> & {
  /** Where the conversation lies that is gone on with. */
  readonly before: ConversationBefore | null;
};

/**
 * Starts the agent of a run with the prompt that lies in its log directory. Safe to repeat: an agent that runs there
 * already is answered.
 * @throws Fault `agent.program-missing`, `agent.program-not-executable`, `agent.worktree-missing`, `agent.not-started`,
 *   `agent.no-script`
 */
export async function launchAgent(provider: Provider, request: LaunchAgent): Promise<AgentIdentity> {
  const dir = request.logDir;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const prompt = readFileSync(join(dir, logFiles.prompt), 'utf8');
  const plain = await provider.prepare({ ...request, prompt });
  for (const file of plain.files) writeFileSync(join(dir, file.name), file.text, { mode: 0o600 });
  const { sandbox, before } = request;
  if (plain.own !== null) await beginConversation(dir, { own: plain.own, isMade: sandbox !== null, before });
  const launch =
    sandbox === null ? plain : encloseLaunch(plain, { ...sandbox, logDir: dir, worktree: request.worktree });
  keepRunSandbox(dir, sandbox === null ? { on: false, why: 'agents.sandbox is off' } : keptIn(sandbox.bwrap));
  writeFileSync(join(dir, logFiles.env), shownEnv(launch.env, launch.secretNames), { mode: 0o600 });
  return startAgent({
    ...launch,
    dir,
    runId: request.runId,
    cwd: request.worktree,
    companions: sandbox?.door ? [commandOf(sandbox.door)] : [],
  });
}

function keptIn(bwrap: Bubblewrap): RunSandbox {
  const missing = missingWalls(bwrap);
  return missing === undefined ? { on: true } : { on: true, missing };
}

/** The command of a server with its variables; what it is told besides is what the agent is told. */
function commandOf(server: McpServer): readonly string[] {
  const variables = Object.entries(server.env).map(([name, value]) => `${name}=${value}`);
  return ['env', ...variables, server.command, ...server.args];
}

function shownEnv(env: Readonly<Record<string, string>>, secretNames: readonly string[]): string {
  const shown = Object.entries(env)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, secretNames.includes(name) ? '(hidden)' : value]);
  return `${JSON.stringify(Object.fromEntries(shown), null, 2)}\n`;
}
