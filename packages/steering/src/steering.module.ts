import { createAccountsModule } from '@cw/accounts';
import { accountPrograms, findRun, programOf, type RunRecord } from '@cw/agents';
import { readSetting } from '@cw/config';
import type { Workspace } from '@cw/entry';
import type { Act, Result } from '@cw/kernel';
import type { MessageView } from '@cw/messages';
import type { Retried } from '@cw/orchestrator';
import { type Cancelled, type CancelTask, cancelTasks } from './commands/cancel-tasks.ts';
import { type FollowUpRun, followUpRun } from './commands/follow-up.ts';
import { type HandBack, handBack } from './commands/hand-back.ts';
import { listRunMessages, type MessagedRun, type MessageRun, messageRun } from './commands/message-run.ts';
import { type ResumeByHand, resumeByHand, type TakenOver, takeOverRun } from './commands/take-over-run.ts';
import type { SteeringFailure } from './model/steering-failure.ts';

type Answer<T> = Promise<Result<T, SteeringFailure>>;

/** How a person steers runs and their tasks, from any process. */
export type SteeringModule = {
  message(input: MessageRun, act: Act): Answer<MessagedRun>;
  /** What was written to a run, with what has reached its agent. */
  messages(run: string): Answer<readonly MessageView[]>;
  takeOver(input: { readonly run: string }, act: Act): Answer<TakenOver>;
  /** How a person goes on with the conversation of a run that they took over and that has ended. */
  resumeByHand(run: RunRecord): Promise<ResumeByHand | null>;
  handBack(input: HandBack, act: Act): Answer<Retried>;
  followUp(input: FollowUpRun, act: Act): Answer<Retried>;
  cancel(input: CancelTask, act: Act): Answer<Cancelled>;
  /** The run by its whole id, as it is now. */
  find(runId: string): Answer<RunRecord>;
};

export function createSteeringModule(workspace: Workspace): SteeringModule {
  const { storage, ids } = workspace;
  const { read, transact } = storage;
  const accounts = createAccountsModule(workspace, accountPrograms());
  const configDirOf = async (accountId: string) => {
    const account = await accounts.find(accountId);
    return account.ok ? account.value.configDir : null;
  };
  const commandOf = async ({ provider, projectId, taskId }: RunRecord) => {
    const { name, settings } = programOf(provider);
    const scope = { project: projectId, task: taskId };
    return settings.command === null ? name : (await readSetting(read, settings.command, scope)).value;
  };
  return {
    message: (input, act) => messageRun({ transact, ids }, input, act),
    messages: (run) => listRunMessages(read, run),
    takeOver: (input, act) => takeOverRun({ transact, configDirOf, commandOf }, input, act),
    resumeByHand: (run) => resumeByHand({ configDirOf, commandOf }, run),
    handBack: (input, act) => handBack({ transact }, input, act),
    followUp: (input, act) => followUpRun({ transact, ids }, input, act),
    cancel: (input, act) => cancelTasks({ transact }, input, act),
    find: (runId) => findRun(read, runId),
  };
}
