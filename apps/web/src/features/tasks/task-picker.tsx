import { Input, Popover, StateIcon, shortId } from '@cw/ui';
import { Plus, Search } from '@cw/ui/icons';
import { useState } from 'react';
import { useTypedTasks } from '../../shared/use-typed-tasks.ts';

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
    .slice(0, 8);
  const pick = (id: string) => {
    onPick(id);
    setText('');
    setOpen(false);
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={label}
      trigger={
        <button
          type="button"
          aria-label={label}
          className="inline-flex h-6 items-center gap-1 rounded-control px-1.5 text-small font-medium text-fg-2 hover:bg-hover"
        >
          <Plus aria-hidden="true" size={13} />
          Add
        </button>
      }
    >
      <div className="p-2">
        <Input
          autoFocus
          icon={<Search aria-hidden="true" />}
          aria-label="Title or id of a task"
          placeholder="Title or id"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (found[0] && typed.text === text.trim()) pick(found[0].id);
          }}
        />
        <ul className="mt-1 flex flex-col">
          {found.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                className="flex h-7 w-full min-w-0 max-md:h-11 items-center gap-2 rounded-key px-2 text-left hover:bg-hover"
                onClick={() => pick(row.id)}
              >
                <StateIcon state={row.state} />
                <span className="font-mono text-[11.5px] text-fg-3">{shortId(row.id)}</span>
                <span className="truncate">{row.title}</span>
              </button>
            </li>
          ))}
          {found.length === 0 && (
            <li className="px-2 py-1 text-fg-3">
              {typed.text === '' ? 'Type a word of the title, or an id.' : 'No task fits.'}
            </li>
          )}
        </ul>
      </div>
    </Popover>
  );
}
