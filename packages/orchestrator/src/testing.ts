import { createAccountsModule } from '@cw/accounts';
import { accountPrograms, createAgentsModule } from '@cw/agents';
import { sayRunReason } from '@cw/agents/contract';
import { createIntegrationModule } from '@cw/integration';
import { sayMergeReason } from '@cw/integration/contract';
import { randomId, sayerOf, unwrap } from '@cw/kernel';
import { approvalReaction } from '@cw/messages';
import { sayInboxReason } from '@cw/messages/contract';
import { createProjectsModule } from '@cw/projects';
import { sayFinding, sayHeldBack, sayProjectReason } from '@cw/projects/contract';
import { systemClock } from '@cw/storage';
import { openTestStorage, testAct } from '@cw/storage/testing';
import { createTasksModule, type TaskView } from '@cw/tasks';
import { sayTaskReason } from '@cw/tasks/contract';
import { endProcesses, tempRepo, waitFor } from '@cw/testkit';
import type { OrchestratorDeps } from './deps.ts';
import { unchangedReaction } from './ending/settle-unchanged.ts';
import { sayAccountReason } from './model/account-reason.ts';
import { sayDispatchReason } from './model/dispatch-reason.ts';
import { createOrchestratorModule } from './orchestrator.module.ts';

/** Words for every reason that a workspace of {@link startWorkspace} stores. */
export const sayForTests = sayerOf({
  account: sayAccountReason,
  dispatch: sayDispatchReason,
  finding: sayFinding,
  'held-back': sayHeldBack,
  inbox: sayInboxReason,
  merge: sayMergeReason,
  project: sayProjectReason,
  run: sayRunReason,
  task: sayTaskReason,
});

const nothing = { command: 'false', args: [], env: {} };

/** A workspace with a project and a loop that a test starts; everything but the clock's pace is as in the program. */
export async function startWorkspace(checks: readonly string[] = ['test -f README.md']) {
  const storage = openTestStorage({ reactions: async () => [approvalReaction, unchangedReaction], say: sayForTests });
  const repo = await tempRepo({ files: { 'README.md': 'hello\n' } });
  const workspace = { home: storage.folder, storage, clock: systemClock, ids: randomId };
  const errors: unknown[] = [];
  const points: string[] = [];
  const modules = {
    accounts: createAccountsModule(workspace, accountPrograms()),
    projects: createProjectsModule(workspace),
    tasks: createTasksModule(workspace),
    agents: createAgentsModule({ ...workspace, hostEnv: { PATH: process.env.PATH, HOME: process.env.HOME } }),
  };
  const makeModule = (transact = storage.transact, more: Partial<OrchestratorDeps> = {}) =>
    createOrchestratorModule({
      ...workspace,
      storage: { ...storage, transact },
      ...modules,
      integrationOver: (through) =>
        createIntegrationModule({ ...workspace, storage: { ...storage, transact: through } }),
      mcpServer: () => nothing,
      mcpDoor: () => ({ server: nothing, relay: nothing }),
      wayOut: () => ({ serve: nothing, lead: nothing }),
      onOutput: () => {},
      onError: (error) => errors.push(error),
      watchStep: (point) => points.push(point),
      ...more,
    });
  const project = unwrap(await modules.projects.commands.add({ source: repo.path, name: 'sample', checks }, testAct));
  const { loop: orchestrator, commands, queries } = makeModule();
  return {
    ...modules,
    storage,
    repo,
    project,
    orchestrator,
    controls: { ...commands, ...queries },
    makeOrchestrator: (...given: Parameters<typeof makeModule>) => makeModule(...given).loop,
    errors,
    points,
    task: async (title: string, script: string, needs: readonly string[] = []) =>
      unwrap(await modules.tasks.commands.create({ title, script, needs, project: project.id }, testAct)),
    assign: async (...tasks: readonly TaskView[]) =>
      unwrap(await modules.tasks.commands.assign({ tasks: tasks.map((task) => task.id) }, testAct)),
    until: (task: Pick<TaskView, 'id' | 'title'>, status: TaskView['status']) =>
      waitFor(
        async () => {
          const now = await modules.tasks.queries.get(task.id);
          return now?.status === status ? now : undefined;
        },
        { what: `${task.title} is ${status}`, timeout: 120_000 },
      ).catch(async (cause) => {
        throw new Error(`${String(cause)}\n${await lastEvents(storage)}`, { cause });
      }),
    [Symbol.asyncDispose]: async () => {
      await orchestrator.stop();
      // Agents outlive whoever started them: one that waits for a file of this workspace would wait for ever.
      for (const { id } of unwrap(await modules.agents.queries.list({ active: true })).items) {
        await endProcesses(`CW_RUN=${id}`);
      }
      await repo[Symbol.asyncDispose]();
      storage[Symbol.dispose]();
    },
  };
}

/** The last events with their times, a line each: what a test that waited in vain shows of how far the work came. */
async function lastEvents({ bus }: ReturnType<typeof openTestStorage>): Promise<string> {
  const events = await bus.read(0, 1_000);
  return events
    .slice(-20)
    .map(({ at, type }) => `${new Date(at).toISOString()} ${type}`)
    .join('\n');
}
