import type { Holder, Workspace } from '@cw/entry';
import type { Act } from '@cw/kernel';
import { ensureOwner } from '@cw/users';
import { ancestorsAtStart } from './ancestors.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Programs whose shells act for an agent, by the name their process has. */
const agentPrograms = new Set(['claude', 'codex', 'opencode', 'aider', 'cursor-agent', 'gemini', 'amp', 'goose']);

/** Who acts: `CW_ACTOR`, else the workspace's owner. The shell of a run may change nothing, so it never comes here. */
export async function whoActs(workspace: Workspace, env: Env): Promise<Act> {
  const owner = await ensureOwner(workspace.storage);
  const said = env.CW_ACTOR?.trim() ?? '';
  return { actor: { kind: 'user', id: owner.id, name: said !== '' && canBeSeen(said) ? said : owner.name } };
}

function canBeSeen(name: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name);
}

/**
 * Who holds what this process claims. An agent's session is told by `CW_SESSION`, or, in the shell of an agent program
 * that cw did not start, by that program's process: two sessions of one person are two holders.
 */
export async function whoHolds(workspace: Workspace, env: Env): Promise<Holder> {
  const act = await whoActs(workspace, env);
  if (env.CW_SESSION) return { kind: 'agent', name: `session:${env.CW_SESSION}` };
  const program = ancestorsAtStart().find((ancestor) => agentPrograms.has(ancestor.name));
  if (program) return { kind: 'agent', name: `${program.name}:${program.pid}.${program.startTime}` };
  return { kind: 'person', name: act.actor.name };
}
