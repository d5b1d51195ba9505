import { PickPopover, StateIcon } from '@cw/ui';
import { Plus } from '@cw/ui/icons';
import { useState } from 'react';
import { useTypedTasks } from './use-typed-tasks.ts';

type TaskPickerProps = {
  readonly label: string;
  readonly except: readonly string[];
  readonly onPick: (id: string) => void;
};

/** Finds another task by title or id. */
export function TaskPicker({ label, except, onPick }: TaskPickerProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const typed = useTypedTasks(open ? text.trim() : '', 8 + except.length);
  const found = typed.items
    .map(({ row }) => row)
    .filter((row) => !except.includes(row.id))
    .slice(0, 8)
    .map((row) => ({ id: row.id, name: row.title, icon: <StateIcon state={row.state} /> }));
  return (
    <PickPopover
      open={open}
      onOpenChange={setOpen}
      label={label}
      trigger={
        <button
          type="button"
          aria-label={label}
          className="inline-flex h-6 items-center max-md:h-11 gap-1 rounded-control px-1.5 text-small font-medium text-fg-2 hover:bg-hover"
        >
          <Plus aria-hidden="true" size={13} />
          Add
        </button>
      }
      field={{ label: 'Title or id of a task', placeholder: 'Title or id', text }}
      onText={setText}
      found={found}
      stale={typed.text !== text.trim()}
      nothing={typed.text === '' ? 'Type a word from the title, or an id.' : 'No task fits.'}
      onPick={onPick}
    />
  );
}
