import { isRunWalled, type ProviderName, programOf } from '@cw/agents';
import type { Holder, Refusal, Workspace } from '@cw/entry';
import type { McpToolSet, RunContext, UserContext } from '@cw/entry/mcp';
import { err, ok } from '@cw/kernel';
import { runLimit } from '@cw/messages';
import { askingTools, mailTools } from '@cw/messages/mcp';
import { inboxTools } from '@cw/orchestrator/mcp';
import { steeringTools } from '@cw/steering/mcp';
import { keepClaims, runTools, userTools } from '@cw/tasks/mcp';
import { ancestors } from '../cli/ancestors.ts';
import { projectOfFolder } from '../cli/folder-project.ts';
import { workingFolder } from '../cli/home.ts';
import { whoActs, whoHolds } from '../cli/identity.ts';
import { hiderOfRun, withSecretsHidden } from './hide-words.ts';
import { type McpEndpoint, serveMcp } from './mcp-endpoint.ts';
import type { Line } from './mcp-greeter.ts';
import { heldToReach, reachOfRunTools, reachOfUserTools } from './tool-reach.ts';

/** What a person's own agent may do, from every room. */
export const toolsOfUser: McpToolSet<UserContext> = {
  ...userTools,
  tools: heldToReach([...userTools.tools, ...inboxTools, ...steeringTools], reachOfUserTools),
};

/** The run whose agent is at the other end. */
export type CallingRun = Omit<RunContext, 'workspace' | 'act' | 'runId' | 'limitOf' | 'isWalled' | 'readTool'> & {
  readonly id: string;
  readonly provider: ProviderName;
  readonly accountId: string | null;
};

/** What an agent's run may see and do, from every room. */
export const toolsOfRun: McpToolSet<RunContext> = {
  instructions: `${runTools.instructions} Use ask to ask a person, only about what you cannot decide.`,
  tools: heldToReach([...runTools.tools, ...askingTools, ...mailTools], reachOfRunTools),
};

export type Served = Line &
  Pick<McpEndpoint<never>, 'version' | 'signal' | 'report'> & { readonly workspace: Workspace };

/**
 * Serves the tools of a run.
 * @param findRun the run that the token belongs to while it lives; undefined once it has ended
 */
export async function serveRunTools(
  { workspace, ...served }: Served,
  findRun: () => Promise<CallingRun | undefined>,
): Promise<void> {
  const caller = async () => {
    const run = await findRun();
    if (!run) return err(runEnded);
    const act = { actor: { kind: 'run', id: run.id, name: run.id }, runId: run.id } as const;
    const { id: runId, taskId, projectId, worktree } = run;
    const { read } = workspace.storage;
    const limitOf: RunContext['limitOf'] = (what) => runLimit(read, what, { projectId, taskId });
    const isWalled: RunContext['isWalled'] = (other) => isRunWalled(workspace.home, other);
    const readTool = programOf(run.provider).tools.read;
    return ok({ workspace, act, runId, taskId, projectId, worktree, limitOf, isWalled, readTool });
  };
  const hideOf = async () => hiderOfRun(workspace.home, process.env, (await findRun()) ?? { accountId: null });
  const tools = withSecretsHidden(toolsOfRun.tools, hideOf);
  await serveMcp({ ...served, ...toolsOfRun, tools, caller });
}

const runEnded: Refusal = {
  code: 'run.ended',
  message: 'This run has ended; its tools no longer work.',
  hint: 'Stop here.',
};

/** How often what a session holds is said to be still at work: several times a lease. */
const renewMs = 60_000;

/** Serves the tools of a person's own agent, and renews what it claims for as long as it is there. */
export async function serveUserTools({ workspace, ...served }: Served, env: NodeJS.ProcessEnv): Promise<void> {
  let holder: Holder | undefined;
  const folderProject = () => projectOfFolder(workspace, workingFolder(env));
  // Nothing is asked of the workspace before the first call, which can be told what is wrong with it.
  const caller = async () => {
    holder ??= await sessionHolder(workspace, env);
    return ok({ workspace, holder, folderProject, act: await whoActs(workspace, env) });
  };
  const renewing = setInterval(() => {
    if (holder) keepClaims(workspace, holder).catch((error: Error) => served.report(error, 'claims'));
  }, renewMs);
  try {
    await serveMcp({ ...served, ...toolsOfUser, caller });
  } finally {
    clearInterval(renewing);
  }
}

/** Two sessions of one person are two holders, also of an agent program that is not known by its name. */
async function sessionHolder(workspace: Workspace, env: NodeJS.ProcessEnv): Promise<Holder> {
  const holder = await whoHolds(workspace, env);
  if (holder.kind === 'agent') return holder;
  const [client] = ancestors();
  return { kind: 'agent', name: client ? `${client.name}:${client.pid}.${client.startTime}` : `mcp:${process.pid}` };
}
