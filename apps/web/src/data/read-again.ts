import type { InvalidateOptions, InvalidateQueryFilters } from '@tanstack/react-query';
import { queryClient } from './api.ts';

/**
 * Marks answers as old, fetches those that are on the screen anew, and resolves when that is done or has failed. An answer
 * that is on its way for the first time may be from before what happened, and the client would only wait for it: it is
 * asked for once more behind it.
 */
export async function readAgain(filters: InvalidateQueryFilters = {}, options: InvalidateOptions = {}): Promise<void> {
  const onTheirWay = queryClient
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
  // What nothing on the screen asks for yet is not waited for by the client.
  const ahead = onTheirWay.filter((query) => !query.isActive()).map((query) => query.fetch());
  await queryClient.invalidateQueries(filters, options);
  if (onTheirWay.length === 0) return;
  await Promise.allSettled(ahead);
  await queryClient.invalidateQueries({ predicate: (query) => onTheirWay.includes(query) }, options);
}
