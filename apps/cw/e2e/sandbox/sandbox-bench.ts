import type { ItemView } from '@cw/messages';
import type { TaskView } from '@cw/tasks';
import {
  claudeProgram,
  type ModelRequest,
  modelEnv,
  processesCarrying,
  result,
  type ScriptedModel,
  type tool,
  waitFor,
} from '@cw/testkit';
import { expect } from 'vitest';
import { openAgentScene } from '../harness/agent-scene.ts';
import { addProject, assign, createTask, useClaude } from '../harness/project.ts';
import type { Server } from '../harness/server.ts';
import type { Workspace } from '../harness/workspace.ts';

type Health = {
  readonly sandbox: {
    readonly works: boolean | null;
    readonly why: string | null;
    readonly hint: string | null;
    readonly noNetwork: string | null;
  };
  readonly concerns: readonly { readonly about: string; readonly message: string }[];
};

/** How the workspace is, well or not. */
export async function healthOf(cw: Workspace): Promise<Health> {
  const { stdout } = await cw.run(['health', '--json']);
  const answer: { readonly data?: Health; readonly error?: { readonly details: Health } } = JSON.parse(stdout);
  const health = answer.data ?? answer.error?.details;
  if (health === undefined) throw new Error(`health says nothing: ${stdout}`);
  return health;
}

type Step = ReturnType<typeof tool> | Promise<unknown>;

/**
 * A workspace whose agents are to be kept in a sandbox, with the real Claude Code over a scripted model.
 * @param signIn by an account, or as the user has signed in without one
 * @param network what it has of the network
 */
export async function openSandboxBench(
  signIn: 'account' | 'own' = 'account',
  network: 'shared' | 'private' = 'shared',
) {
  const scene = await openAgentScene();
  const { cw, model, repo } = scene;
  const env = signIn === 'own' ? modelEnv(model.url) : {};
  if (signIn === 'account') await useClaude(cw, model);
  else await cw.set('agents.claude.command', claudeProgram());
  await addProject(cw, repo, '--check', 'true');
  await cw.set('agents.sandbox', 'on');
  if (network !== 'shared') await cw.set('agents.sandboxNetwork', network);
  let server = await cw.serve({ env });
  const sandbox = await waitFor(
    async () => {
      const { sandbox: found } = await healthOf(cw);
      return found.works !== null && found;
    },
    { what: 'the server to have tried the sandbox' },
  );
  const close = () => scene[Symbol.asyncDispose]();
  return {
    ...{ cw, model, repo, sandbox },
    /** Whether this machine has all that its agents are to have. */
    isWhole: sandbox.works === true && (network === 'shared' || sandbox.noNetwork === null),
    server: (): Server => server,
    /** Ends the server as `kill -9` does, and starts another one. */
    restart: async () => {
      await server.kill();
      server = await cw.serve({ env });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

export type SandboxBench = Awaited<ReturnType<typeof openSandboxBench>>;

/** Has an agent begin with a task, whose model is told of each tool what came of it. */
export async function begin(
  { cw, model }: { readonly cw: Workspace; readonly model: ScriptedModel },
  title: string,
  steps: readonly Step[],
) {
  const heard: string[] = [];
  const hear = (request: ModelRequest) => {
    heard.push(...request.lastToolResults.map(({ text }) => text));
  };
  model.when(title, [
    ...steps.map((step) => (request: ModelRequest) => {
      hear(request);
      return step as ReturnType<typeof tool>;
    }),
    (request) => {
      hear(request);
      return result({ status: 'done', summary: 's' });
    },
  ]);
  const task = await createTask(cw, title);
  await assign(cw, task);
  return { task, heard };
}

/** Where there is no sandbox, or no private network, nothing was started for a task, and whoever looks is told why and what to do. */
export async function expectKept({ cw, sandbox }: Pick<SandboxBench, 'cw' | 'sandbox'>, task: TaskView): Promise<void> {
  expect(sandbox.works ? sandbox.noNetwork : sandbox.why).toMatch(/bubblewrap/);
  const [key, value] = sandbox.works ? ['agents.sandboxNetwork', 'shared'] : ['agents.sandbox', 'off'];
  const shown = await waitFor(
    async () => {
      const { stdout } = await cw.run(['task', 'show', task.id]);
      return stdout.includes(key) && stdout;
    },
    { what: 'the reason why it is not started' },
  );
  expect(shown.replaceAll(/\s+/g, ' ')).toContain(`config set ${key} ${value}`);
  expect(await cw.runsOf(task.id)).toEqual([]);
}

/** What waits for a person about a task. */
export function openItem(cw: Workspace, task: TaskView, kind: ItemView['kind'], not?: string): Promise<ItemView> {
  const look = async () => {
    const items = await cw.inbox({ taskId: task.id, kind });
    return items.find(({ id }) => id !== not);
  };
  return cw.when(look, { what: `something of kind ${kind} that waits for a person` });
}

/** What serves the tools of a run from outside its sandbox. */
export async function doorOf(runId: string) {
  const found = (await processesCarrying(`CW_RUN=${runId}`)).filter(({ command }) => command.includes(' --listen '));
  return found.find(({ command }) => !command.startsWith('/bin/sh'));
}
