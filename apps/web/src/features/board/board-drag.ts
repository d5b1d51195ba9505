import type { TaskRow, TaskState } from '../../data/api-types.ts';
import { createCell } from '../../data/cell.ts';

/** The card you are holding, by pointer or by keys, and the column it is over. */
export type Drag = {
  readonly row: TaskRow;
  readonly by: 'pointer' | 'keys';
  readonly over: TaskState | undefined;
};

/** Outside the tree, so that a drag draws nothing but the columns. */
export const drag = createCell<Drag | undefined>(undefined);

/** What a card carries to the column it is dropped on. */
export function carriedBy(data: Record<string, unknown>): string | undefined {
  return typeof data.boardTask === 'string' ? data.boardTask : undefined;
}
