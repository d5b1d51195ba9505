import { Button, Input, PanelSection, RelativeTime, Textarea } from '@cw/ui';
import { Flag } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { CheckpointView, TaskView } from '../../data/api-types.ts';
import { useDraft } from '../../data/drafts.ts';
import { refresh } from '../../data/refresh.ts';
import { AuthorName } from '../../entities/event/actor-name.tsx';
import { Markdown } from '../../entities/text/markdown.tsx';
import { AddButton } from './add-line.tsx';
import { PropertyError } from './task-property.tsx';

const firstShown = 3;
const usualTypes = ['progress', 'decision', 'handoff', 'error', 'plan', 'note'];

function Checkpoint({ checkpoint }: { readonly checkpoint: CheckpointView }) {
  const { sequence, type, text, files, commit, author, createdAt } = checkpoint;
  return (
    <li className="flex gap-2.5">
      <Flag aria-hidden="true" size={14} className="mt-0.5 shrink-0 text-fg-mute" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex items-baseline gap-2 text-small text-fg-3">
          <span className="font-medium text-fg">
            {sequence} · {type}
          </span>
          <AuthorName name={author} />
          <RelativeTime at={createdAt} />
        </span>
        <Markdown text={text} />
        {(files.length > 0 || commit) && (
          <span className="font-mono text-[11.5px] text-fg-3 wrap-anywhere">
            {[commit?.slice(0, 12), ...files].filter(Boolean).join(' · ')}
          </span>
        )}
      </div>
    </li>
  );
}

function AddCheckpoint({ task, onClose }: { readonly task: TaskView; readonly onClose: () => void }) {
  const [type, setType] = useState('progress');
  const [text, setText, clear] = useDraft(`${task.id}.checkpoint`, '');
  const add = useMutation(
    trpc.tasks.addCheckpoint.mutationOptions({
      onSuccess: () => {
        clear();
        refresh('tasks');
        onClose();
      },
    }),
  );
  const send = () => text.trim() && add.mutate({ id: task.id, type, text: text.trim() });
  return (
    <div className="flex flex-col gap-2">
      <Input
        aria-label="Type of the checkpoint"
        list="checkpoint-types"
        value={type}
        onChange={(event) => setType(event.target.value)}
      />
      <datalist id="checkpoint-types">
        {usualTypes.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Textarea
        autoFocus
        aria-label="Checkpoint"
        placeholder="Where the work stands, and how to continue from here. Markdown."
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send();
          if (event.key === 'Escape' && !text.trim()) onClose();
        }}
      />
      <PropertyError error={refusalText(add.error)} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" size="small" className="max-md:h-11" onClick={onClose}>
          Close
        </Button>
        <Button size="small" className="max-md:h-11" disabled={add.isPending || !text.trim()} onClick={send}>
          Set checkpoint
        </Button>
      </div>
    </div>
  );
}

/** The points from which the work can go on, the last one first. */
export function TaskCheckpoints({ task }: { readonly task: TaskView }) {
  const [adding, setAdding] = useState(false);
  const [all, setAll] = useState(false);
  const { data } = useQuery(trpc.tasks.checkpoints.queryOptions({ id: task.id }));
  const list = data?.items.toReversed() ?? [];
  return (
    <PanelSection title="Checkpoints" aside={<AddButton name="Add checkpoint" onClick={() => setAdding(true)} />}>
      {adding && <AddCheckpoint task={task} onClose={() => setAdding(false)} />}
      {list.length > 0 && (
        <ul aria-label="Checkpoints" className="flex flex-col gap-3">
          {(all ? list : list.slice(0, firstShown)).map((checkpoint) => (
            <Checkpoint key={checkpoint.id} checkpoint={checkpoint} />
          ))}
        </ul>
      )}
      {data && list.length === 0 && !adding && <p className="text-fg-3">None yet.</p>}
      {!all && list.length > firstShown && (
        <Button variant="quiet" size="small" className="self-start" onClick={() => setAll(true)}>
          Show {list.length - firstShown} older
        </Button>
      )}
    </PanelSection>
  );
}
