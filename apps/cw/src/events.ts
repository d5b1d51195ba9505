import type { AccountEvent } from '@cw/accounts/contract';
import type { AgentsEvent } from '@cw/agents/contract';
import type { ConfigEvent } from '@cw/config/contract';
import type { MergeEvent } from '@cw/integration/contract';
import type { MessagesEvent } from '@cw/messages/contract';
import type { OrchestratorEvent } from '@cw/orchestrator/contract';
import type { ProjectEvent } from '@cw/projects/contract';
import type { TaskEvent } from '@cw/tasks/contract';
import type { UserEvent } from '@cw/users/contract';

/** Everything that the event log can hold: what each room says it writes. */
export type AppEvent =
  | AccountEvent
  | AgentsEvent
  | ConfigEvent
  | MergeEvent
  | MessagesEvent
  | OrchestratorEvent
  | ProjectEvent
  | TaskEvent
  | UserEvent;
