import { Button, PanelSection, Textarea } from '@cw/ui';
import { Pencil } from '@cw/ui/icons';
import type { TaskView } from '../../data/api-types.ts';
import { Markdown } from '../../entities/text/markdown.tsx';
import { UnsavedGuard } from '../../frame/unsaved-guard.tsx';
import { FieldConflict } from './field-conflict.tsx';
import { PropertyError } from './task-property.tsx';
import { type FieldEdit, useFieldEdit } from './use-field-edit.ts';
import { useReturnFocus } from './use-return-focus.ts';

const titles = { description: 'Description', acceptance: 'Acceptance', design: 'Design' } as const;
const invitations = {
  description: 'What to do, and what to watch out for.',
  acceptance: 'What must be true when it is done.',
  design: 'How to build it, and why this way.',
} as const;

type TextField = keyof typeof titles;

function TextEditor({ edit, field }: { readonly edit: FieldEdit; readonly field: TextField }) {
  return (
    <div className="flex flex-col gap-2">
      <UnsavedGuard unsaved={edit.unsaved} />
      <Textarea
        autoFocus={edit.begun}
        aria-label={titles[field]}
        placeholder={`${invitations[field]} Markdown.`}
        value={edit.text ?? ''}
        onChange={(event) => edit.write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) edit.save();
          if (event.key === 'Escape' && !edit.unsaved) edit.discard();
        }}
      />
      <FieldConflict edit={edit} name={`The ${titles[field].toLowerCase()}`} />
      <PropertyError error={edit.error} />
      {edit.theirs === undefined && (
        <div className="flex justify-end gap-2">
          <Button variant="quiet" size="small" className="max-md:h-11" onClick={edit.discard}>
            {edit.unsaved ? 'Discard' : 'Close'}
          </Button>
          <Button size="small" className="max-md:h-11" disabled={edit.pending} onClick={edit.save}>
            Save
          </Button>
        </div>
      )}
    </div>
  );
}

/** A text of the task as a document, edited in its place. */
export function TaskText({ task, field }: { readonly task: TaskView; readonly field: TextField }) {
  const edit = useFieldEdit(task, { name: field, text: task[field], toChange: (text) => ({ [field]: text }) });
  const editing = edit.text !== undefined;
  const control = useReturnFocus(editing);
  const title = titles[field];
  return (
    <PanelSection
      title={title}
      aside={
        !editing &&
        task[field] && (
          <Button
            ref={control}
            variant="quiet"
            size="small"
            className="max-md:h-11"
            aria-label={`Edit ${title.toLowerCase()}`}
            icon={<Pencil aria-hidden="true" size={12} />}
            onClick={edit.start}
          >
            Edit
          </Button>
        )
      }
    >
      {editing ? (
        <TextEditor edit={edit} field={field} />
      ) : task[field] ? (
        <Markdown text={task[field]} />
      ) : (
        <button
          ref={control}
          type="button"
          className="-mx-1.5 rounded-key px-1.5 py-0.5 text-left text-fg-3 hover:bg-hover max-md:min-h-11"
          onClick={edit.start}
        >
          <span className="sr-only">Add {title.toLowerCase()}: </span>
          {invitations[field]}
        </button>
      )}
    </PanelSection>
  );
}
