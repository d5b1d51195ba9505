import { type DetailName, detailsOf } from '../record/details.ts';
import type { DependencyType } from '../record/task-words.ts';

/** Dependency types of beads that mean one of ours, under the names that real files use. */
const dependencyWords: Readonly<Record<string, DependencyType>> = {
  blocks: 'blocks',
  'blocked-by': 'blocks',
  'depends-on': 'blocks',
  'parent-child': 'parent-child',
  child: 'parent-child',
  related: 'related',
  'discovered-from': 'discovered-from',
  'waits-for': 'waits-for',
  'conditional-blocks': 'on-failure',
};

/**
 * What a dependency of beads means here. Its record says that `issue_id` needs `depends_on_id`, or is its child, under
 * every one of these names; what only points becomes `related`.
 */
export function dependencyMeaning(word: string): {
  readonly type: DependencyType;
  readonly reading: DependencyReading;
} {
  const plain = word.toLowerCase().replaceAll('_', '-');
  const type = Object.hasOwn(dependencyWords, plain) ? dependencyWords[plain] : undefined;
  if (type === undefined) return { type: 'related', reading: 'pointer' };
  return { type, reading: dependencyWord(type) === word ? 'same' : 'spelling' };
}

/** What beads calls a dependency of ours. */
export function dependencyWord(type: DependencyType): string {
  return type === 'on-failure' ? 'conditional-blocks' : type;
}

/** Whether a dependency is on what another project has: `external:project:capability`. */
export function isElsewhere(on: string): boolean {
  return on.startsWith('external:');
}

export type DependencyReading = 'same' | 'spelling' | 'pointer';

/** Types that beads never offers as work. */
export const typesWithoutWork = ['gate', 'molecule', 'message', 'agent', 'role', 'rig', 'merge-request'];

/** Fields that say again what other fields say. */
export const derivedFields = ['_type', 'schema_version', 'dependency_count', 'dependent_count', 'comment_count'];

/** The details that beads knows too. */
const sharedDetails: readonly DetailName[] = ['design', 'dueAt', 'deferUntil', 'estimate', 'externalRef', 'metadata'];

/** Those that it has no field for, without what only people set. */
export const ownDetails = detailsOf().filter(({ field, kind }) => kind !== 'shell' && !sharedDetails.includes(field));
