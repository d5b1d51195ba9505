import { Input, LabelTag, Popover } from '@cw/ui';
import { Plus } from '@cw/ui/icons';
import { useMemo, useState } from 'react';
import { bestMatches } from '../../entities/text/text-match.ts';
import { useAllTasks } from './all-tasks.ts';

type LabelEditorProps = { readonly labels: readonly string[]; readonly onChange: (labels: readonly string[]) => void };

/** Adds labels: known ones by a click, new ones by Enter. */
export function LabelEditor({ labels, onChange }: LabelEditorProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const { data } = useAllTasks();
  const known = useMemo(() => [...new Set(data?.flatMap((row) => row.labels))].sort(), [data]);
  const offered = bestMatches(
    known.filter((label) => !labels.includes(label)),
    text,
    (label) => label,
    12,
  );
  const add = (label: string) => {
    const name = label.trim();
    if (name && !labels.includes(name)) onChange([...labels, name]);
    setText('');
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Add labels"
      trigger={
        <button
          type="button"
          aria-label="Add label"
          className="touch-area inline-flex size-5 items-center justify-center rounded-label border border-line-2 border-dashed text-fg-2 hover:bg-hover"
        >
          <Plus aria-hidden="true" size={12} />
        </button>
      }
    >
      <div className="flex flex-col gap-2 p-2">
        <Input
          autoFocus
          aria-label="Label"
          placeholder="Label, then Enter"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add(text);
          }}
        />
        {offered.length > 0 && (
          <div className="flex flex-wrap gap-1.5">
            {offered.map((label) => (
              <button key={label} type="button" className="rounded-label" onClick={() => add(label)}>
                <LabelTag name={label} />
              </button>
            ))}
          </div>
        )}
      </div>
    </Popover>
  );
}
