import { FailedPanel } from '@cw/ui';
import type { ReactNode } from 'react';
import { refusalText } from './api.ts';

/** What of a query is looked at. */
export type QueryLike<T> = {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

type QueryViewProps<T> = {
  readonly query: QueryLike<T>;
  /** What was being loaded, as the subject of a sentence: `The runs`. */
  readonly what: string;
  /** Shown on the first load only; afterwards old data stays. */
  readonly pending: ReactNode;
  readonly children: (data: T) => ReactNode;
};

/** What a query has: its data, else its failure with a way to try again, else the place of what is coming. */
export function QueryView<T>({ query, what, pending, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return (
      <FailedPanel
        title={`${what} could not be loaded.`}
        detail={refusalText(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return pending;
}
