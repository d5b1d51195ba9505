import { createCell } from './cell.ts';

/** True while something that may have changed could not be fetched: what is shown must not look live. */
export const missed = createCell(false);
