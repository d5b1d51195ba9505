import { type AccountLogin, abilitiesOf, doorFolder, type RunRecord } from '@cw/agents';
import { Fault, unwrap } from '@cw/kernel';
import { runGitEnvironment, sandboxOpenings } from '@cw/projects';
import { getTask } from '@cw/tasks';
import { keepToken } from '../adapters/run-files.ts';
import type { Reached } from '../commands/advance-run.ts';
import { type Driving, whileDispatching } from '../deps.ts';
import { noteCarried } from '../messages/carry-messages.ts';
import { capsForStart } from './run-caps.ts';
import { worktreeOf } from './worktree-of.ts';

/** Starts the agent, or finds the one that was started before this process could note it down. */
export async function spawnAgent(deps: Driving, run: RunRecord): Promise<Reached> {
  const known = deps.agents.identityOf(run);
  const process = known ?? (await launch(deps, run));
  await noteCarried(deps, run);
  return { runId: run.id, step: 'running', facts: { process } };
}

async function launch(deps: Driving, run: RunRecord) {
  const { worktree, branch } = worktreeOf(run);
  const task = await getTask(deps.storage.read, run.taskId);
  const tokenFile = abilitiesOf(run.provider).tools ? await writeToken(deps, run) : null;
  return deps.agents.launch(run, {
    account: await loginOf(deps, run),
    gitEnv: await runGitEnvironment(worktree),
    mcp: tokenFile === null ? null : deps.mcpServer(tokenFile),
    enclosed: async (walls) => {
      const mounts = await sandboxOpenings({ worktree, branch, walls });
      const logDir = deps.agents.logDir(run.id);
      const { server, relay } = deps.mcpDoor(tokenFile ?? '', doorFolder(logDir));
      const programs = [relay.command, ...relay.args];
      const places = { mounts, programs, wayOut: deps.wayOut(logDir) };
      return tokenFile === null ? { ...places, door: null, mcp: null } : { ...places, door: server, mcp: relay };
    },
    script: task?.script ?? null,
    caps: await capsForStart(deps, run),
  });
}

/** A fresh token for the run's own tools, in a file that only the user can read. */
async function writeToken(deps: Driving, run: RunRecord): Promise<string> {
  const token = unwrap(await whileDispatching(deps, (tx) => deps.agents.within(tx).issueToken({ runId: run.id })));
  return keepToken(deps.agents.logDir(run.id), token);
}

/** The sign-in that a run's agent has; null: the user's own. @throws Fault `account.gone` */
export async function loginOf(deps: Driving, run: RunRecord): Promise<AccountLogin | null> {
  if (run.accountId === null) return null;
  const account = await deps.accounts.queries.find(run.accountId);
  if (!account.ok) {
    throw new Fault({
      code: 'account.gone',
      message: `The account ${run.accountName ?? run.accountId} was removed before the run could start with it.`,
      hint: 'Assign the task again; it starts with the accounts there are then.',
    });
  }
  return { configDir: account.value.configDir, env: await deps.accounts.environment(account.value.id) };
}
