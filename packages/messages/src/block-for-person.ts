import { type Act, type NextStep, ok, type Result } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { tasksWithin } from '@cw/tasks';
import { sqliteInboxStore } from './adapters/sqlite-inbox-store.ts';
import { raiseItem } from './commands/raise-item.ts';
import { choicesFor } from './model/choices.ts';
import type { Choice } from './model/item.ts';
import type { Matters } from './model/matter.ts';

export type Blocking = {
  readonly kind: Matters['task']['kind'];
  readonly taskId: string;
  readonly projectId: string | null;
  readonly runId: string | null;
  /** What happened or is asked, for people. */
  readonly reason: string;
  readonly details?: Matters['task']['details'] | undefined;
  /** What a person can do besides answering it. */
  readonly next?: readonly NextStep[] | undefined;
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
  const { kind, taskId, projectId, runId, reason, next = [] } = blocking;
  const blocked = await tasksWithin(tx).block({ taskId, reason }, act);
  if (!blocked.ok) return blocked;
  const [first, rest] = headOf(reason.trim().split('\n'));
  const subject = `task:${taskId}` as const;
  const text = rest.join('\n').trim();
  const { choices = choicesOf[kind] } = blocking;
  const details = next.length === 0 ? blocking.details : { ...blocking.details, next };
  const item = { kind, subject, projectId, taskId, runId, title: first, text, details, choices };
  return ok(await raiseItem(sqliteInboxStore(tx), item, act));
}

/**
 * The line that tells most, and the others. One that only leads to the next is told with it; one that leads to the end of
 * an output, as “… with exit code 3:”, with the last line, where programs say what was wrong.
 */
function headOf([first = '', second, ...rest]: readonly string[]): readonly [string, readonly string[]] {
  if (second === undefined) return [first, []];
  const last = rest.at(-1)?.trim();
  if (last && /exit code \d+:$/.test(first)) return [`${first} ${last}`, [second, ...rest.slice(0, -1)]];
  return first.endsWith(':') ? [`${first} ${second.trim()}`, rest] : [first, [second, ...rest]];
}
