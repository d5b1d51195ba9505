import { boundTo, type Storage } from '@cw/storage';
import { cancelTasks } from './commands/cancel-tasks.ts';
import { followUpRun } from './commands/follow-up.ts';
import { handBack } from './commands/hand-back.ts';
import { listRunMessages, messageRun } from './commands/message-run.ts';
import { takeOverRun } from './commands/take-over-run.ts';
import { bind } from './run.ts';

/** How a person steers the runs and tasks of one workspace. */
export function createSteeringModule(workspace: { readonly storage: Storage }) {
  const { storage } = workspace;
  return {
    commands: {
      ...bind(workspace, { message: messageRun, handBack, followUp: followUpRun, cancel: cancelTasks }),
      ...boundTo(storage, { takeOver: takeOverRun }),
    },
    queries: boundTo(storage.read, { messages: listRunMessages }),
  };
}

export type SteeringModule = ReturnType<typeof createSteeringModule>;
