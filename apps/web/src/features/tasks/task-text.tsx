import { Button, PanelSection, Textarea } from '@cw/ui';
import { Pencil } from '@cw/ui/icons';
import { useState } from 'react';
import { refusalText } from '../../shared/api.ts';
import type { TaskView } from '../../shared/api-types.ts';
import { useDraft } from '../../shared/drafts.ts';
import { Markdown } from '../../shared/markdown.tsx';
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx';
import { useTaskUpdate } from './use-task-update.ts';

const titles = { description: 'Description', acceptance: 'Acceptance' } as const;
const invitations = {
  description: 'What is to be done, and what to mind.',
  acceptance: 'What must be true when it is done.',
} as const;

type TaskTextProps = { readonly task: TaskView; readonly field: 'description' | 'acceptance' };

function TextEditor({ task, field, onClose }: TaskTextProps & { readonly onClose: () => void }) {
  const [text, setText, clear] = useDraft(`${task.id}.${field}`, task[field]);
  const update = useTaskUpdate();
  const unsaved = text !== task[field];
  const finish = () => {
    clear();
    onClose();
  };
  const save = () => (unsaved ? update.mutate({ id: task.id, [field]: text }, { onSuccess: finish }) : finish());
  return (
    <div className="flex flex-col gap-2">
      <UnsavedGuard unsaved={unsaved} />
      <Textarea
        autoFocus
        aria-label={titles[field]}
        placeholder={`${invitations[field]} Markdown.`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save();
          if (event.key === 'Escape' && !unsaved) finish();
        }}
      />
      {update.error && (
        <p role="alert" className="text-small text-danger-fg">
          {refusalText(update.error)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="quiet" size="small" onClick={finish}>
          {unsaved ? 'Discard' : 'Close'}
        </Button>
        <Button size="small" disabled={update.isPending} onClick={save}>
          Save
        </Button>
      </div>
    </div>
  );
}

/** A text of the task as a document, edited in its place. */
export function TaskText({ task, field }: TaskTextProps) {
  const [editing, setEditing] = useState(false);
  const title = titles[field];
  return (
    <PanelSection
      title={title}
      aside={
        !editing &&
        task[field] && (
          <Button
            variant="quiet"
            size="small"
            aria-label={`Edit ${title.toLowerCase()}`}
            icon={<Pencil aria-hidden="true" size={12} />}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
        )
      }
    >
      {editing ? (
        <TextEditor task={task} field={field} onClose={() => setEditing(false)} />
      ) : task[field] ? (
        <Markdown text={task[field]} />
      ) : (
        <button
          type="button"
          className="-mx-1.5 rounded-key px-1.5 py-0.5 text-left text-fg-3 hover:bg-hover"
          onClick={() => setEditing(true)}
        >
          <span className="sr-only">Add {title.toLowerCase()}: </span>
          {invitations[field]}
        </button>
      )}
    </PanelSection>
  );
}
