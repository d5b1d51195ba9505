import type { ReasonWords, Why } from '@cw/kernel';

/** Why a task is blocked or closed that was so, or was no work, where it comes from. */
export type ImportReason =
  | { readonly code: 'import.no-work'; readonly type: string }
  | { readonly code: 'import.blocked' | 'import.deferred' }
  | { readonly code: 'import.status'; readonly tracker: 'beads' | 'task-master'; readonly word: string }
  | { readonly code: 'import.closed'; readonly how: string };

/** What such a reason says to people. */
export const sayImportReason: ReasonWords<ImportReason> = (reason) => {
  switch (reason.code) {
    case 'import.no-work':
      return `A beads ${reason.type} is not work by itself.`;
    case 'import.blocked':
      return 'Blocked in beads.';
    case 'import.deferred':
      return 'Deferred in beads, without a date.';
    case 'import.status':
      return `Its status in ${reason.tracker} was "${reason.word}".`;
    case 'import.closed':
      return `${reason.how.slice(0, 1).toUpperCase()}${reason.how.slice(1)} on GitHub.`;
  }
};

/** Why, as a file tells it, in words. */
export function importedWords(why: Why<ImportReason> | null): string | null {
  return why === null || typeof why === 'string' ? why : sayImportReason(why, String);
}
