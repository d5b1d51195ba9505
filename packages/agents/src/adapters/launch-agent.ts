import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingWalls, type RunSandbox } from '../model/sandbox.ts';
import type { LaunchRequest, Provider, SandboxRequest } from '../ports/provider.ts';
import { ownCommand } from './own-command.ts';
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
  keepRunSandbox(dir, sandbox === null ? { on: false, why: 'agents.sandbox is off' } : keptIn(sandbox));
  writeFileSync(join(dir, logFiles.env), shownEnv(launch.env, launch.secretNames), { mode: 0o600 });
  return startAgent({
    ...launch,
    dir,
    runId: request.runId,
    cwd: request.worktree,
    companions: sandbox === null ? [] : companionsOf(sandbox).map(ownCommand),
  });
}

function keptIn({ bwrap, network }: SandboxRequest): RunSandbox {
  const missing = missingWalls(bwrap);
  return { on: true, ...(missing !== undefined && { missing }), ...(network !== null && { network: 'private' }) };
}

/** What serves it from outside, for as long as it lives. */
function companionsOf({ door, wayOut, network }: SandboxRequest) {
  return [...(door === null ? [] : [door]), ...(network === null ? [] : [wayOut.serve])];
}

function shownEnv(env: Readonly<Record<string, string>>, secretNames: readonly string[]): string {
  const shown = Object.entries(env)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, secretNames.includes(name) ? '(hidden)' : value]);
  return `${JSON.stringify(Object.fromEntries(shown), null, 2)}\n`;
}
