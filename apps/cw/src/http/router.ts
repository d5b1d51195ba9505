import { createAccountsRouter } from '@cw/accounts/trpc';
import { knownTools } from '@cw/agents';
import { createAgentsRouter, createRunsRouter } from '@cw/agents/trpc';
import { createConfigRouter } from '@cw/config/trpc';
import { mergeRouters, router } from '@cw/entry/trpc';
import { createMergesRouter } from '@cw/integration/trpc';
import { createInboxRouter, createMessagesRouter, createRulesRouter } from '@cw/messages/trpc';
import { createDispatchRouter, createInboxAnswerRouter } from '@cw/orchestrator/trpc';
import { createProjectsRouter } from '@cw/projects/trpc';
import { createStatesRouter } from '@cw/states/trpc';
import { createSteeringRouter } from '@cw/steering/trpc';
import type { Storage } from '@cw/storage';
import { createTasksRouter } from '@cw/tasks/trpc';
import { createUpkeepRouter } from '@cw/upkeep/trpc';
import type { Modules } from '../compose.ts';
import { createEventsRouter } from './events-router.ts';
import type { LiveFeed } from './live-messages.ts';
import { namedInputs } from './named-inputs.ts';
import { createSystemRouter, type SystemQueries } from './system-router.ts';
import { createUndoRouter } from './undo-router.ts';

export type { LiveEvent, LiveHint, LiveMessage } from './live-messages.ts';
export type { SystemStatus } from './system-router.ts';

export type RouterDeps = {
  readonly modules: Modules;
  readonly storage: Storage;
  readonly feed: LiveFeed;
  readonly system: SystemQueries;
};

export type AppRouter = ReturnType<typeof createAppRouter>;

/** The whole API by its names; what each does is its module's. */
export function createAppRouter({ modules, storage, feed, system }: RouterDeps) {
  const named = namedInputs(storage.read);
  return router({
    tasks: createTasksRouter(modules.tasks, named),
    agents: createAgentsRouter(modules.agents, named),
    runs: createRunsRouter(modules.agents, named),
    inbox: mergeRouters(createInboxRouter(modules.messages, named), createInboxAnswerRouter(modules.orchestrator)),
    messages: createMessagesRouter(modules.messages, named),
    rules: createRulesRouter(modules.messages, { tools: knownTools(), named }),
    merges: createMergesRouter(modules.integration, named),
    dispatch: mergeRouters(
      createDispatchRouter(modules.orchestrator, named),
      createSteeringRouter(modules.steering),
      createUpkeepRouter(modules.upkeep),
      createStatesRouter(modules.states, named),
    ),
    projects: createProjectsRouter(modules.projects),
    accounts: createAccountsRouter(modules.accounts),
    config: createConfigRouter(modules.config, named),
    system: createSystemRouter(system),
    events: createEventsRouter(storage, feed),
    undo: createUndoRouter(storage),
  });
}

export type { DetailName } from '@cw/tasks';
export type { AppEvent } from '../compose.ts';
export type { Root } from './refreshes.ts';
