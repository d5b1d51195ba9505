import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { queryClient } from './api.ts';

/** What takes longer than this to fetch is not waited for; ms. */
const patienceMs = 100;

type Parent = Promise<{ readonly cause: 'preload' | 'enter' | 'stay' }>;

/**
 * Fetches what a panel or a screen shows, as soon as the page goes there or may go there soon. Beside a list that is on the
 * screen a panel waits for it, but not for long; what comes later or fails is the panel's to show. A list that is drawn
 * together with its panel is not held up.
 * @param parent what a panel is beside; without it nothing waits
 */
export async function fetchFirst<Data, Failure, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Failure, Data, Key>,
  parent?: Parent,
): Promise<void> {
  if (queryClient.getQueryData(query.queryKey) !== undefined) return;
  const fetched = queryClient.prefetchQuery(query);
  if ((await parent)?.cause !== 'stay') return;
  await Promise.race([fetched, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}
