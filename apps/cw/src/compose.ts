import { createAccountsModule } from '@cw/accounts';
import type { AccountEvent } from '@cw/accounts/contract';
import { accountPrograms, canGoOnWith, createAgentsModule } from '@cw/agents';
import type { AgentsEvent } from '@cw/agents/contract';
import { createConfigModule } from '@cw/config';
import type { ConfigEvent } from '@cw/config/contract';
import type { Workspace } from '@cw/entry';
import { createIntegrationModule } from '@cw/integration';
import type { MergeEvent } from '@cw/integration/contract';
import { createMessagesModule } from '@cw/messages';
import type { MessagesEvent } from '@cw/messages/contract';
import { createOrchestratorModule, type OrchestratorDeps, workInProject } from '@cw/orchestrator';
import type { OrchestratorEvent } from '@cw/orchestrator/contract';
import { createProjectsModule } from '@cw/projects';
import type { ProjectEvent } from '@cw/projects/contract';
import { createStatesModule } from '@cw/states';
import { createSteeringModule } from '@cw/steering';
import type { SteeringEvent } from '@cw/steering/contract';
import { createTasksModule } from '@cw/tasks';
import type { TaskEvent } from '@cw/tasks/contract';
import { createUpkeepModule } from '@cw/upkeep';
import type { UpkeepEvent } from '@cw/upkeep/contract';
import type { UserEvent } from '@cw/users/contract';
import { configKeys } from './config-keys.ts';

/** Everything that the event log can hold: what each room says it writes. */
export type AppEvent =
  | AccountEvent
  | AgentsEvent
  | ConfigEvent
  | MergeEvent
  | MessagesEvent
  | OrchestratorEvent
  | ProjectEvent
  | SteeringEvent
  | TaskEvent
  | UpkeepEvent
  | UserEvent;

/** What the running part tells its modules of the process around them. */
export type Surroundings = Pick<
  OrchestratorDeps,
  'mcpServer' | 'mcpDoor' | 'wayOut' | 'onError' | 'onOutput' | 'watchStep'
> & {
  readonly hostEnv: Readonly<Record<string, string | undefined>>;
};

export type Modules = ReturnType<typeof compose>;

/** All modules of the program, in the order in which they may know of each other. */
export function compose(workspace: Workspace, surroundings: Surroundings) {
  const config = createConfigModule(workspace, configKeys);
  const accounts = createAccountsModule(workspace, accountPrograms());
  const projects = createProjectsModule(workspace, workInProject);
  const tasks = createTasksModule(workspace);
  const messages = createMessagesModule(workspace);
  const agents = createAgentsModule({ ...pick(workspace), hostEnv: surroundings.hostEnv });
  const integration = createIntegrationModule(workspace, { canGoOnWith });
  const upkeep = createUpkeepModule(workspace);
  const orchestrator = createOrchestratorModule({
    ...pick(workspace),
    ...surroundings,
    accounts,
    agents,
    projects,
    tasks,
    integrationOver: (transact) =>
      createIntegrationModule({ ...pick(workspace), storage: { ...workspace.storage, transact } }, { canGoOnWith }),
  });
  const steering = createSteeringModule(workspace);
  const states = createStatesModule(workspace);
  return {
    config,
    accounts,
    projects,
    tasks,
    messages,
    agents,
    integration,
    upkeep,
    orchestrator,
    steering,
    states,
  };
}

/** Copied by name: the database of a workspace is opened when it is first asked for, which spreading would do at once. */
function pick(workspace: Workspace): Workspace {
  return {
    home: workspace.home,
    clock: workspace.clock,
    ids: workspace.ids,
    get storage() {
      return workspace.storage;
    },
  };
}
