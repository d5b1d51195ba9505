import { Button, toast } from '@cw/ui';
import { Play } from '@cw/ui/icons';
import { useMutation } from '@tanstack/react-query';
import { refusalText, trpc } from '../../shared/api.ts';
import type { TaskRow } from '../../shared/api-types.ts';
import { plural } from '../../shared/format.ts';
import { refresh } from '../../shared/refresh.ts';

type SelectionBarProps = {
  readonly selected: ReadonlySet<string>;
  readonly rows: readonly TaskRow[];
  readonly onClear: () => void;
};

/** What can be done with the selected tasks at once. */
export function SelectionBar({ selected, rows, onClear }: SelectionBarProps) {
  const open = rows.filter((row) => selected.has(row.id) && row.status !== 'closed');
  const assign = useMutation(
    trpc.tasks.assign.mutationOptions({
      onSuccess: () => {
        toast({ state: 'ready', text: `Assigned ${plural(open.length, 'task')}` });
        refresh('tasks');
        onClear();
      },
    }),
  );
  return (
    <section
      aria-label="Selection"
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-t border-line px-4 py-1.5"
    >
      <span className="font-medium tabular-nums">{selected.size} selected</span>
      {assign.error && (
        <span role="alert" className="text-danger-fg">
          {refusalText(assign.error)}
        </span>
      )}
      <span className="ml-auto flex items-center gap-2">
        <Button variant="quiet" shortcut="Esc" onClick={onClear}>
          Clear
        </Button>
        <Button
          variant="primary"
          icon={<Play aria-hidden="true" size={13} />}
          disabled={open.length === 0 || assign.isPending}
          title={open.length === 0 ? 'Closed tasks cannot be assigned' : undefined}
          onClick={() => assign.mutate({ ids: open.map((row) => row.id) })}
        >
          Assign {open.length}
        </Button>
      </span>
    </section>
  );
}
