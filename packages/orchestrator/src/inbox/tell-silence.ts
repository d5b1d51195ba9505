import type { LifeNews, RunRecord } from '@cw/agents';
import { step } from '@cw/kernel';
import { messagesWithin } from '@cw/messages';
import type { Tx } from '@cw/storage';
import { getTask } from '@cw/tasks';
import { actFor } from '../deps.ts';
import type { DispatchReason } from '../model/dispatch-reason.ts';

type Silent = Pick<RunRecord, 'id' | 'taskId' | 'projectId' | 'agentName'>;

/** Puts it before people that an agent was asked whether it is still at work, until it is heard of again or its run ends. */
export async function tellSilence(tx: Tx, run: Silent, { turn, silentMs, told }: LifeNews): Promise<void> {
  if (turn === 'heard') return settleSilence(tx, run);
  if (turn !== 'asked') return;
  const { id, taskId, projectId, agentName: agent } = run;
  const task = (await getTask(tx, taskId))?.title ?? taskId;
  const title: DispatchReason = {
    code: 'dispatch.silent',
    agent,
    task,
    minutes: Math.max(1, Math.round(silentMs / 60_000)),
  };
  const text: DispatchReason = { code: 'dispatch.asked-silent', told };
  const next = [step('See its last output', 'run log', id), step('Write to it', 'message send', id, '<text>')];
  const cause = { cause: 'silence', of: id, projectId, taskId, runId: id, title, text, details: { next } } as const;
  await messagesWithin(tx).raiseCause(cause, actFor(run));
}

/** Takes that back. */
export function settleSilence(tx: Tx, run: Pick<RunRecord, 'id'>): Promise<void> {
  return messagesWithin(tx).endCause({ cause: 'silence', of: run.id }, actFor(run));
}
