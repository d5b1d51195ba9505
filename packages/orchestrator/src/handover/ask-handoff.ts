import { type AgentProgress, handoffLimit, type RunRecord } from '@cw/agents';
import { unwrap } from '@cw/kernel';
import { type MessageView, messagesToRun, messagesWithin } from '@cw/messages';
import type { ReadDb } from '@cw/storage';
import { append } from '../append.ts';
import { actFor, type Driving, whileDispatching } from '../deps.ts';

const sender = 'handoff';

/** The word with which the agent of a run was told to hand over; undefined while it was not. */
export async function askedToHandOver(db: ReadDb, runId: string): Promise<MessageView | undefined> {
  const said = await messagesToRun(db, runId);
  return said.find(({ senderKind, senderId }) => senderKind === 'system' && senderId === sender);
}

/**
 * Has the agent of a run told to hand over once its context is as full as it may become, once in its life.
 * @returns what to call whenever more is known of the agent
 */
export function askToHandOver(
  deps: Driving,
  run: RunRecord,
): (progress: Pick<AgentProgress, 'trace'>, fill: number | null) => Promise<void> {
  let isAsked = false;
  let limit: Promise<number | undefined> | undefined;
  return async ({ trace }, fill) => {
    if (isAsked || fill === null || trace.resultCount > 0) return;
    limit ??= handoffLimit(deps.storage.read, run);
    const most = await limit;
    if (most === undefined || fill < most) return;
    isAsked = true;
    if ((await askedToHandOver(deps.storage.read, run.id)) !== undefined) return;
    await whileDispatching(deps, async (tx) => {
      const from = { senderKind: 'system', senderId: sender, senderName: 'cw' } as const;
      const to = { recipientKind: 'run', recipientId: run.id, taskId: run.taskId } as const;
      unwrap(await messagesWithin(tx).sendMessage({ ...from, ...to, text: request(fill) }, actFor(run)));
      await append(
        tx,
        { type: 'run.handoff-asked', entity: run.id, payload: { taskId: run.taskId, fill, limit: most } },
        actFor(run),
      );
    });
  };
}

function request(fill: number): string {
  return `Your context is ${Math.round(fill * 100)} % full. Hand over now, before it costs quality; a session with a fresh context goes on in
this worktree.

1. Bring what you are in the middle of to a state that can be committed; begin nothing new.
2. Commit everything.
3. Record a checkpoint of type \`handoff\` (the tool task_checkpoint_add of cw, if you have it): what is done, what is left, what
   was decided and why, what did not work.
4. End with the status \`handoff\`, and with the same in the summary: whoever goes on knows only that, the branch and the task.

Only if what is left is a matter of one or two steps, finish it and end with \`done\` instead.`;
}

/** Said of a run that was told to hand over and did not; undefined where it was not told, or did little more. */
export async function handoffIgnored(db: ReadDb, run: RunRecord, fill: number | null): Promise<string | undefined> {
  const limit = await handoffLimit(db, run);
  const asked = await askedToHandOver(db, run.id);
  if (asked === undefined || limit === undefined || fill === null || fill < limit + tolerated) return undefined;
  return `It was told to hand over at ${percent(limit)} of its context and went on to ${percent(fill)}.`;
}

/** Share of its context that an agent may use to come to an end. */
const tolerated = 0.15;

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
