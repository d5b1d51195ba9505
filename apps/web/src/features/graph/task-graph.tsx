import type { TaskRow } from '../../shared/api-types.ts';

export function TaskGraph({
  rows,
}: {
  readonly rows: readonly TaskRow[];
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
}) {
  return <p>{rows.length}</p>;
}
