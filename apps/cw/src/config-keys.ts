import { agentsConfigKeys } from '@cw/agents';
import type { ConfigKey } from '@cw/config';
import { integrationConfigKeys } from '@cw/integration';
import { askingConfigKeys } from '@cw/messages';
import { orchestratorConfigKeys } from '@cw/orchestrator';
import { tasksConfigKeys } from '@cw/tasks';
import { upkeepConfigKeys } from '@cw/upkeep';

/** Every setting of the program, in the order of its list. */
export const configKeys: readonly ConfigKey[] = [
  ...agentsConfigKeys,
  ...integrationConfigKeys,
  ...orchestratorConfigKeys,
  ...tasksConfigKeys,
  ...upkeepConfigKeys,
  ...askingConfigKeys,
];
