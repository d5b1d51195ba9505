import { queryClient, refusalOf } from './api.ts';
import { createCell } from './cell.ts';

/** True while something that may have changed could not be fetched: what is shown must not look live. */
export const missed = createCell(false);

/** Notices queries that did not reach the server. */
export function listenForMissed(): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (!refusalOf(event.action.error).byRule) missed.set(true);
  });
}
