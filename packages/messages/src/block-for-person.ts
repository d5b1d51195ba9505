import { type Act, type NextStep, ok, type Result, type Why } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { tasksWithin } from '@cw/tasks';
import { inboxStore } from './adapters/inbox-store.ts';
import { raiseItem } from './commands/raise-item.ts';
import { choicesFor } from './model/choices.ts';
import type { InboxReason } from './model/inbox-reason.ts';
import type { Choice } from './model/item.ts';
import type { Matters } from './model/matter.ts';

export type Blocking = {
  readonly kind: Matters['task']['kind'];
  readonly taskId: string;
  readonly projectId: string | null;
  readonly runId: string | null;
  /** What happened or is asked. */
  readonly reason: Why;
  readonly details?: Matters['task']['details'] | undefined;
  /** What a person can do besides answering it. */
  readonly next?: readonly NextStep[] | undefined;
  /** The last lines of what a program wrote that went wrong. */
  readonly output?: readonly string[] | undefined;
  /** Other answers than things of this kind take. */
  readonly choices?: readonly Choice[] | undefined;
};

const choicesOf = {
  failure: choicesFor.failure,
  conflict: choicesFor.conflict,
  question: choicesFor.needsInput,
  approval: choicesFor.approval,
} as const;

/** Stops a task until a person says so, and puts it before them, in one transaction. */
export async function blockForPerson(tx: Tx, blocking: Blocking, act: Act): Promise<Result<unknown, unknown>> {
  const { kind, taskId, projectId, runId, reason, next = [], output = [] } = blocking;
  const blocked = await tasksWithin(tx).block({ taskId, reason }, act);
  if (!blocked.ok) return blocked;
  const { choices = choicesOf[kind] } = blocking;
  const details = next.length === 0 ? blocking.details : { ...blocking.details, next };
  const title: InboxReason = { code: 'inbox.head', of: reason };
  const text: InboxReason = { code: 'inbox.rest', of: reason, ...(output.length > 0 && { output }) };
  const item = { kind, subject: `task:${taskId}` as const, projectId, taskId, runId, title, text, details, choices };
  return ok(await raiseItem(inboxStore(tx), item, act));
}
