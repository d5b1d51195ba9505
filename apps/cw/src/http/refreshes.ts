import { accountRefreshes } from '@cw/accounts';
import { agentsRefreshes } from '@cw/agents';
import { configRefreshes } from '@cw/config';
import { mergeRefreshes } from '@cw/integration';
import type { NounOf } from '@cw/kernel';
import { messagesRefreshes } from '@cw/messages';
import { orchestratorRefreshes } from '@cw/orchestrator';
import { projectRefreshes } from '@cw/projects';
import { taskRefreshes } from '@cw/tasks';
import { upkeepRefreshes } from '@cw/upkeep';
import { userRefreshes } from '@cw/users';
import type { AppEvent } from '../compose.ts';

/** What each room says of its events; one whose events have no such word does not compile. */
const refreshes = {
  ...accountRefreshes,
  ...agentsRefreshes,
  ...configRefreshes,
  ...mergeRefreshes,
  ...messagesRefreshes,
  ...orchestratorRefreshes,
  ...projectRefreshes,
  ...taskRefreshes,
  ...upkeepRefreshes,
  ...userRefreshes,
} satisfies Readonly<Record<NounOf<AppEvent['type']>, readonly string[]>>;

/** What events are about: the words before their dots. */
export const eventNouns: readonly string[] = [
  ...new Set(Object.keys(refreshes).map((type) => type.split('.')[0] ?? '')),
];

/** A part of the API whose answers an event may change. */
export type Root = (typeof refreshes)[keyof typeof refreshes][number];

/** Which parts to fetch anew after an event of this type; of one that no room knows, what tells how everything is. */
export function refreshesOf(type: string): readonly Root[] {
  const known: Readonly<Record<string, readonly Root[]>> = refreshes;
  return known[type] ?? known[type.slice(0, type.indexOf('.'))] ?? ['system'];
}
