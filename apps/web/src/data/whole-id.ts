import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { queryClient, refusalText } from './api.ts';

const wholeIds = /^[a-z]{2,3}_[0-9a-z]{12}$/;

/** An address that names what there is not, in the words of the server, which say what may have been meant. */
export class UnknownInAddress extends Error {}

/**
 * The whole id of what an address names by its name, a short id or the start of one; undefined where it is whole already, or cannot be
 * asked about now.
 * @param queryOf what is asked about one thing by whatever it is called
 * @throws UnknownInAddress where there is no such thing, or several
 */
export async function wholeId<Data extends { readonly id: string }, Failure, Key extends QueryKey>(
  named: string | undefined,
  queryOf: (named: string) => FetchQueryOptions<Data, Failure, Data, Key>,
): Promise<string | undefined> {
  if (named === undefined || wholeIds.test(named)) return undefined;
  try {
    const { id } = await queryClient.fetchQuery(queryOf(named));
    return id === named ? undefined : id;
  } catch (error) {
    const isRefused = error instanceof TRPCClientError && error.data?.cw;
    if (isRefused) throw new UnknownInAddress(refusalText(error));
    return undefined;
  }
}

/** The same for a panel, which itself says what there is not. */
export async function wholeIdOfPanel<Data extends { readonly id: string }, Failure, Key extends QueryKey>(
  named: string,
  queryOf: (named: string) => FetchQueryOptions<Data, Failure, Data, Key>,
): Promise<string | undefined> {
  try {
    return await wholeId(named, queryOf);
  } catch (error) {
    if (error instanceof UnknownInAddress) return undefined;
    throw error;
  }
}
