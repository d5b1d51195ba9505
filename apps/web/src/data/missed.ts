import { createCell } from './cell.ts';

/** True while something that may have changed could not be fetched: what is shown must not look live. */
export const missed = createCell(false);

/** What the server says of why nothing can be read of the workspace; undefined where it does not say so. */
export const outage = createCell<string | undefined>(undefined);
