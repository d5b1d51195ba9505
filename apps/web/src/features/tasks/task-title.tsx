import { Textarea } from '@cw/ui';
import { useRef } from 'react';
import type { TaskView } from '../../data/api-types.ts';
import { useKeys } from '../../frame/keys.ts';
import { FieldConflict } from './field-conflict.tsx';
import { PropertyError } from './task-property.tsx';
import { useFieldEdit } from './use-field-edit.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** The title; a click or E turns it into a field, Enter saves, Escape leaves it as it was. */
export function TaskTitle({ task }: { readonly task: TaskView }) {
  const edit = useFieldEdit(task, {
    name: 'title',
    text: task.title,
    toChange: (text) => ({ title: text.trim() }),
  });
  const cancelled = useRef(false);
  const control = useReturnFocus(edit.text !== undefined);
  const start = () => {
    cancelled.current = false;
    edit.start();
  };
  useKeys([{ keys: 'e', label: 'Edit the title', group: 'Task', run: start }]);
  if (edit.text === undefined) {
    return (
      <h2 className="text-panel font-semibold wrap-anywhere">
        <button
          ref={control}
          type="button"
          aria-label={`${task.title}, edit the title`}
          className="-mx-1 rounded-key px-1 text-left hover:bg-hover"
          onClick={start}
        >
          {task.title}
        </button>
      </h2>
    );
  }
  const leave = () => {
    if (cancelled.current) return;
    if (edit.text?.trim() === '') edit.discard();
    else edit.save();
  };
  return (
    <div className="flex flex-col gap-1.5">
      <Textarea
        autoFocus={edit.begun}
        aria-label="Title"
        value={edit.text}
        short
        className="font-semibold"
        onChange={(event) => edit.write(event.target.value.replaceAll('\n', ' '))}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            leave();
          }
          if (event.key !== 'Escape') return;
          cancelled.current = true;
          edit.discard();
        }}
      />
      <FieldConflict edit={edit} name="The title" />
      <PropertyError error={edit.error} />
    </div>
  );
}
