import { canGoOnWith, listAttempts, programOf, type RunRecord } from '@cw/agents';
import { readSetting } from '@cw/config';
import { findMerge } from '@cw/integration';
import { type Act, ok, type Result, systemAct, unwrap } from '@cw/kernel';
import { choicesFor, messagesWithin } from '@cw/messages';
import type { Reaction, Tx } from '@cw/storage';
import { getTask, type TaskView, tasksWithin } from '@cw/tasks';
import { doneUnchangedKey, unchangedTypesKey } from '../config-keys.ts';
import type { DispatchReason } from '../model/dispatch-reason.ts';

export type UnchangedSettling = {
  readonly run: Pick<RunRecord, 'id' | 'taskId' | 'projectId' | 'provider' | 'summary'>;
  readonly task: Pick<TaskView, 'type'>;
  /** Whether checks passed, or the project has none. */
  readonly checks: 'passed' | 'unchecked';
};

/**
 * Says what becomes of a task whose agent is done and has changed no file: a person says whether that is so, unless a setting or the
 * type of the task does. A script did what its author wrote.
 */
export async function settleUnchanged(
  tx: Tx,
  { run, task, checks }: UnchangedSettling,
  act: Act,
): Promise<Result<unknown, unknown>> {
  const { id: runId, taskId, projectId, provider, summary } = run;
  if (programOf(provider).does === 'script' || (await isAccepted(tx, run, task))) {
    const reason: DispatchReason = { code: 'dispatch.nothing-to-merge', summary };
    return tasksWithin(tx).end({ taskId, outcome: 'done', reason }, act);
  }
  const reason: DispatchReason = { code: 'dispatch.unchanged', summary, checks };
  const choices = choicesFor[(await canGoOnWith(tx, taskId)) ? 'unchanged' : 'unchangedWithoutConversation'];
  const details = { outcome: 'done', isUnchanged: true } as const;
  const blocking = { kind: 'question', taskId, projectId, runId, reason, details, choices } as const;
  return messagesWithin(tx).blockForPerson(blocking, act);
}

async function isAccepted(
  tx: Tx,
  { projectId: project, taskId: task }: Pick<RunRecord, 'projectId' | 'taskId'>,
  { type }: Pick<TaskView, 'type'>,
): Promise<boolean> {
  if ((await readSetting(tx, doneUnchangedKey, { project, task })).value === 'accept') return true;
  return (await readSetting(tx, unchangedTypesKey, { project, task })).value.includes(type);
}

/** What the merge queue found to change nothing is settled once its checks have passed. */
export const unchangedReaction: Reaction = {
  to: ['merge.unchanged'],
  react: async (tx, merges) => {
    for (const id of merges) unwrap(await settleChecked(tx, id));
  },
};

async function settleChecked(tx: Tx, id: string): Promise<Result<unknown, unknown>> {
  const { taskId, runId, verdict } = unwrap(await findMerge(tx, id));
  const task = await getTask(tx, taskId);
  const run = (await listAttempts(tx, taskId)).find((each) => each.id === runId);
  // One that a person has closed meanwhile stays as it is.
  if (run === undefined || task === undefined || task.status === 'closed') return ok(null);
  const checks = verdict === 'passed' ? 'passed' : 'unchecked';
  return settleUnchanged(tx, { run, task, checks }, { ...systemAct('integration'), runId });
}
