import type { Act, Instant, RecordedEvent } from '@cw/kernel';
import { findEvents, findFirstEvents, type ReadDb } from '@cw/storage';
import type { AppEvent } from '../compose.ts';

type EventType = AppEvent['type'];

/** What one person did in one go, with the events that tell of it, oldest first. */
export type LastChange = { readonly seq: number; readonly at: Instant; readonly events: readonly RecordedEvent[] };

/** Why the last change of a person is not taken back. */
export type NoUndo =
  | { readonly kind: 'undo.nothing' }
  | { readonly kind: 'undo.too-large'; readonly events: number }
  /** It came with something that counts once, or stands outside. */
  | { readonly kind: 'undo.never'; readonly event: RecordedEvent };

/** What can be taken back. */
const undoable: ReadonlySet<string> = new Set<EventType>([
  'task.created',
  'task.updated',
  'task.claimed',
  'task.released',
  'task.closed',
  'task.reopened',
  'task.blocked',
  'task.assigned',
  'task.deleted',
  'task.restored',
  'task.dependency-added',
  'task.dependency-removed',
  'config.changed',
  'rule.added',
  'rule.changed',
  'rule.removed',
  'rule.restored',
  'inbox.dismissed',
  'inbox.restored',
]);

/** What is never taken back although it changes tasks: it was imported, approved or decided, or made a plan. */
const never: ReadonlySet<string> = new Set<EventType>([
  'task.imported',
  'task.plan-set',
  'task.plan-approved',
  'task.gate-approved',
  'task.replanned',
  'task.follow-up-accepted',
  'task.follow-up-declined',
]);

/** What may come along and is left as it is: what was said, and items that are raised or over because of the change. */
const beside: ReadonlySet<string> = new Set<EventType>([
  'task.commented',
  'inbox.raised',
  'inbox.updated',
  'inbox.over',
]);

/** How far the events of one command may reach to either side of one of them. */
const reach = 5_000;

/** The last change that a person made of tasks, settings, rules or dismissals; what else they did since is passed over. */
export async function lastChange(
  read: ReadDb,
  { actor }: Pick<Act, 'actor'>,
): Promise<{ readonly change: LastChange } | { readonly no: NoUndo }> {
  const kinds = [...undoable, ...never];
  const [last] = await findEvents(read, { actor: actor.name, actorKinds: [actor.kind], kinds }, 1);
  if (last === undefined) return { no: { kind: 'undo.nothing' } };
  const { seq, at } = last;
  // What one command writes stands together, with the moment of its transaction.
  const around = await findFirstEvents(read, { after: seq - reach, before: seq + reach }, 2 * reach);
  const same = around.filter((event) => event.at === at && event.actor.name === actor.name);
  if (same.length >= reach) return { no: { kind: 'undo.too-large', events: reach } };
  const odd = same.find(({ type }) => !undoable.has(type) && !beside.has(type));
  if (odd !== undefined) return { no: { kind: 'undo.never', event: odd } };
  return { change: { seq, at, events: same.filter(({ type }) => undoable.has(type)) } };
}
