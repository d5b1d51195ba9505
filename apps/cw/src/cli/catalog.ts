import { accountCommands } from '@cw/accounts/cli';
import { agentCommands, runCommands } from '@cw/agents/cli';
import { accountPrograms } from '@cw/agents/programs';
import { configCommands } from '@cw/config/cli';
import type { CliCommand } from '@cw/entry';
import { mergeCommands } from '@cw/integration/cli';
import { inboxCommands, messageCommands, ruleCommands } from '@cw/messages/cli';
import { orchestratorCommands } from '@cw/orchestrator/cli';
import { projectCommands } from '@cw/projects/cli';
import { steeringCommands } from '@cw/steering/cli';
import { taskCommands } from '@cw/tasks/cli';
import { upkeepCommands } from '@cw/upkeep/cli';
import { appCommands } from './app-commands.ts';

/** Every command of the program, in the order of its help. */
export const allCommands: readonly CliCommand[] = [
  ...appCommands,
  ...projectCommands(
    async (...asked) => (await import('./monitors.ts')).monitorOfProject(...asked),
    async (...asked) => (await import('./monitors.ts')).workInProject(...asked),
  ),
  ...taskCommands,
  ...inboxCommands,
  ...messageCommands,
  ...ruleCommands,
  ...agentCommands(async (...asked) => (await import('./monitors.ts')).monitorLines(...asked)),
  ...runCommands,
  ...mergeCommands(async () => (await import('./can-go-on.ts')).canGoOnWith),
  ...orchestratorCommands,
  ...upkeepCommands,
  ...steeringCommands,
  ...accountCommands(accountPrograms()),
  ...configCommands({
    keys: async () => (await import('../config-keys.ts')).configKeys,
    layerIds: async (context, named) => (await import('./layer-ids.ts')).layerIds(context, named),
  }),
];

/** What each first word is about, for the help. */
export const groups: Readonly<Record<string, string>> = {
  project: 'managed projects',
  task: 'the tracker',
  dep: 'dependencies between tasks',
  label: 'labels of tasks',
  artifact: 'what tasks made or used',
  plan: 'plans of tasks',
  checkpoint: 'points to continue work from',
  agent: 'who works here',
  inbox: 'what waits for you',
  message: 'messages between people, agents and runs',
  rule: 'what agents may do without asking',
  run: "agents' runs",
  merge: 'the merge queue',
  account: 'logins of agent programs',
  config: 'settings',
  backup: 'backups of the database',
};
