import { Textarea } from '@cw/ui';
import { useRef, useState } from 'react';
import { refusalText } from '../../shared/api.ts';
import type { TaskView } from '../../shared/api-types.ts';
import { useKeys } from '../../shared/keys.ts';
import { useTaskUpdate } from './use-task-update.ts';

/** The title; a click or E turns it into a field, Enter saves, Escape leaves it as it was. */
export function TaskTitle({ task }: { readonly task: TaskView }) {
  const [draft, setDraft] = useState<string>();
  const update = useTaskUpdate();
  const cancelled = useRef(false);
  useKeys([{ keys: 'e', label: 'Edit the title', group: 'Task', run: () => setDraft(task.title) }]);
  const save = (text: string) => {
    if (cancelled.current || text.trim() === '' || text.trim() === task.title) return setDraft(undefined);
    update.mutate({ id: task.id, title: text.trim() }, { onSuccess: () => setDraft(undefined) });
  };
  if (draft === undefined) {
    return (
      <h2 className="text-panel font-semibold wrap-anywhere">
        <button
          type="button"
          aria-label={`${task.title}, edit the title`}
          className="-mx-1 rounded-key px-1 text-left hover:bg-hover"
          onClick={() => setDraft(task.title)}
        >
          {task.title}
        </button>
      </h2>
    );
  }
  return (
    <div>
      <Textarea
        autoFocus
        aria-label="Title"
        value={draft}
        short
        className="font-semibold"
        onFocus={() => {
          cancelled.current = false;
        }}
        onChange={(event) => setDraft(event.target.value.replaceAll('\n', ' '))}
        onBlur={() => save(draft)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save(draft);
          if (event.key !== 'Escape') return;
          cancelled.current = true;
          setDraft(undefined);
        }}
      />
      {update.error && (
        <p role="alert" className="mt-1 text-small text-danger-fg">
          {refusalText(update.error)}
        </p>
      )}
    </div>
  );
}
