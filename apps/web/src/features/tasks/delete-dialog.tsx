import { ConfirmDialog } from '@cw/ui';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { refusalText } from '../../data/api.ts';
import type { TaskRow } from '../../data/api-types.ts';
import { plural } from '../../entities/text/format.ts';
import { useAllTasks } from './all-tasks.ts';
import { changeMany, mostAtOnce } from './change-many.ts';

const mostNamed = 5;

/** How many tasks are below these, at any depth, and not among them. */
function countBelow(all: readonly TaskRow[], rows: readonly TaskRow[]): number {
  const children = new Map<string, string[]>();
  for (const { id, parentId } of all) if (parentId) children.set(parentId, [...(children.get(parentId) ?? []), id]);
  const seen = new Set(rows.map(({ id }) => id));
  const left = [...seen];
  const chosen = seen.size;
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    for (const child of children.get(id) ?? []) {
      if (seen.has(child)) continue;
      seen.add(child);
      left.push(child);
    }
  }
  return seen.size - chosen;
}

/** Names what goes to the trash before it goes. */
export function DeleteDialog({ rows, onClose }: { readonly rows: readonly TaskRow[]; readonly onClose: () => void }) {
  const { data } = useAllTasks();
  const below = useMemo(() => countBelow(data ?? [], rows), [data, rows]);
  const change = useMutation({
    mutationFn: () =>
      changeMany(
        rows.map(({ id }) => id),
        { kind: 'delete', cascade: below > 0 },
        'in the trash',
      ),
    onSuccess: onClose,
  });
  const tooMany = rows.length > mostAtOnce;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${plural(rows.length, 'task')}?`}
      action="Delete"
      pending={change.isPending || tooMany}
      error={tooMany ? `At most ${plural(mostAtOnce, 'task')} at once.` : refusalText(change.error)}
      onConfirm={() => change.mutate()}
    >
      <ul className="mb-2 list-disc pl-5 text-fg">
        {rows.slice(0, mostNamed).map(({ id, title }) => (
          <li key={id} className="wrap-anywhere">
            {title}
          </li>
        ))}
        {rows.length > mostNamed && <li>and {(rows.length - mostNamed).toLocaleString('en-US')} more</li>}
        {below > 0 && <li>and {plural(below, 'task')} below them</li>}
      </ul>
      They go to the trash with all that belongs to them. Undo brings them back, and so does{' '}
      <code>cw task restore</code>.
    </ConfirmDialog>
  );
}
