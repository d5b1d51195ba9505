import { didYouMean, type Refusal } from '@cw/entry';
import { err, nearest, ok, type Result, step } from '@cw/kernel';
import { eventTypes, findActor, findEntity, type ReadDb } from '@cw/storage';
import { findTask } from '@cw/tasks';
import { eventNouns } from './http/refreshes.ts';

/** The whole id of the thing that the log is asked about. */
export async function entityNamed(read: ReadDb, text: string): Promise<Result<string, Refusal>> {
  const found = await findEntity(read, text);
  if (found.ok) return found;
  const { matches, meant } = found.error;
  if (matches.length > 0) return err(several('event.ambiguous-entity', text, matches));
  const task = await findTask(read, text);
  if (task.ok) return task;
  return err({
    code: 'event.unknown-entity',
    message: `No events for an id that starts with "${short(text)}".`,
    hint: didYouMean(meant),
    next: [step('See the ids of what happened last', 'events')],
    kind: 'not-found',
  });
}

/** Who of the log is meant, by their name or id. @param words what may stand in its place */
export async function actorNamed(
  read: ReadDb,
  text: string,
  words: readonly string[] = [],
): Promise<Result<string, Refusal>> {
  const found = await findActor(read, text);
  if (found.ok) return found;
  const { matches, meant } = found.error;
  if (matches.length > 0) return err(several('event.ambiguous-actor', text, matches));
  return err({
    code: 'event.unknown-actor',
    message: `Nothing in the log was done by "${short(text)}".`,
    hint:
      didYouMean(nearest(text, words) ?? meant) ??
      (words.length === 0 ? undefined : `Give a name, an id, or ${words.join(', ')}.`),
    kind: 'not-found',
  });
}

/** Refuses a kind of event that there is not: neither a noun that some room writes events of, nor a type with such a noun. */
export async function knownKinds(read: ReadDb, kinds: readonly string[]): Promise<Result<void, Refusal>> {
  const unknown = kinds.find((kind) => !eventNouns.includes(kind.split('.')[0] ?? ''));
  if (unknown === undefined) return ok(undefined);
  const meant = nearest(unknown, [...eventNouns, ...(unknown.includes('.') ? await eventTypes(read) : [])]);
  return err({
    code: 'event.unknown-kind',
    message: `There are no events of kind "${short(unknown)}".`,
    hint: didYouMean(meant) ?? `Known: ${eventNouns.join(', ')}.`,
    kind: 'usage',
  });
}

function several(code: string, text: string, matches: readonly string[]): Refusal {
  return { code, message: `"${short(text)}" matches several: ${matches.join(', ')}.`, hint: 'Type more of it.' };
}

function short(text: string): string {
  return text.slice(0, 80);
}
