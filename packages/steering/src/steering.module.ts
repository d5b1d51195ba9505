import { findAccount } from '@cw/accounts';
import { findRun, programOf, type RunRecord } from '@cw/agents';
import { readSetting } from '@cw/config';
import type { Workspace } from '@cw/entry';
import type { Act } from '@cw/kernel';
import { type CancelTask, cancelTasks } from './commands/cancel-tasks.ts';
import { type FollowUpRun, followUpRun } from './commands/follow-up.ts';
import { type HandBack, handBack } from './commands/hand-back.ts';
import { listRunMessages, type MessageRun, messageRun } from './commands/message-run.ts';
import { resumeByHand, takeOverRun } from './commands/take-over-run.ts';

export type SteeringModule = ReturnType<typeof createSteeringModule>;

/** How a person steers runs and their tasks, from any process. */
export function createSteeringModule(workspace: Workspace) {
  const { storage } = workspace;
  const { read, transact } = storage;
  const configDirOf = async (accountId: string) => {
    const account = await findAccount(read, accountId);
    return account.ok ? account.value.configDir : null;
  };
  const commandOf = async ({ provider, projectId, taskId }: RunRecord) => {
    const { name, settings } = programOf(provider);
    const scope = { project: projectId, task: taskId };
    return settings.command === null ? name : (await readSetting(read, settings.command, scope)).value;
  };
  return {
    message: (input: MessageRun, act: Act) => messageRun(transact, input, act),
    /** What was written to a run, with what has reached its agent. */
    messages: (run: string) => listRunMessages(read, run),
    takeOver: (input: { readonly run: string }, act: Act) =>
      takeOverRun({ transact, configDirOf, commandOf }, input, act),
    /** How a person goes on with the conversation of a run that they took over and that has ended. */
    resumeByHand: (run: RunRecord) => resumeByHand({ configDirOf, commandOf }, run),
    handBack: (input: HandBack, act: Act) => handBack({ transact }, input, act),
    followUp: (input: FollowUpRun, act: Act) => followUpRun(transact, input, act),
    cancel: (input: CancelTask, act: Act) => cancelTasks({ transact }, input, act),
    /** The run by its whole id, as it is now. */
    find: (runId: string) => findRun(read, runId),
  };
}
