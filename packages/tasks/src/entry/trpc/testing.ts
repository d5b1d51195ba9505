import { type NamedInputs, namedInput } from '@cw/entry/trpc';
import { ok } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { type NamedPlace, wholeIds } from '../whole-ids.ts';

/** Names in requests as this room reads them; runs and agents, which it does not know, by their whole ids. */
export function namedPlaces(read: ReadDb): NamedInputs {
  const place = (of: (named: string) => NamedPlace) =>
    namedInput(async (named) => {
      const found = await wholeIds(read, of(named));
      return found.ok ? ok(found.value.taskId ?? found.value.projectId ?? '') : found;
    });
  const asItIs = namedInput(async (named) => ok(named));
  return { task: place((task) => ({ task })), project: place((project) => ({ project })), run: asItIs, agent: asItIs };
}
