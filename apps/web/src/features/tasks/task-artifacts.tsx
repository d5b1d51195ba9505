import { PanelSection } from '@cw/ui';
import { FileText, GitBranch, Link2, ScrollText } from '@cw/ui/icons';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { TaskView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';
import { AddButton, AddLine } from './add-line.tsx';

const icons: Readonly<Record<string, ReactNode>> = {
  commit: <GitBranch />,
  link: <Link2 />,
  report: <ScrollText />,
};

/** The kind that a value most likely is. */
function kindOf(value: string): string {
  if (/^https?:\/\//i.test(value)) return 'link';
  return /^[0-9a-f]{7,64}$/i.test(value) ? 'commit' : 'file';
}

function ArtifactValue({ value }: { readonly value: string }) {
  if (!/^https?:\/\//i.test(value)) return <span className="font-mono text-small wrap-anywhere">{value}</span>;
  return (
    <a
      href={value}
      target="_blank"
      rel="noreferrer noopener"
      className="text-accent-fg wrap-anywhere underline underline-offset-2"
    >
      {value}
    </a>
  );
}

function AddArtifact({ task, onClose }: { readonly task: TaskView; readonly onClose: () => void }) {
  const [value, setValue] = useState('');
  const add = useMutation(
    trpc.tasks.addArtifact.mutationOptions({
      onSuccess: () => {
        refresh('tasks');
        onClose();
      },
    }),
  );
  return (
    <AddLine
      label="Artifact"
      placeholder="A link, a commit or a path, then Enter"
      value={value}
      onChange={setValue}
      onAdd={(line) => add.mutate({ id: task.id, kind: kindOf(line), value: line })}
      onClose={onClose}
      error={refusalText(add.error)}
    />
  );
}

/** What the task made or used: commits, files, reports, links. */
export function TaskArtifacts({ task }: { readonly task: TaskView }) {
  const [adding, setAdding] = useState(false);
  return (
    <PanelSection title="Artifacts" aside={<AddButton name="Add artifact" onClick={() => setAdding(true)} />}>
      {task.artifacts.length > 0 && (
        <ul aria-label="Artifacts" className="flex flex-col gap-1">
          {task.artifacts.map(({ kind, value }) => (
            <li key={`${kind} ${value}`} className="flex items-start gap-2">
              <span aria-hidden="true" className="mt-1 shrink-0 text-fg-mute [&_svg]:size-3.5">
                {icons[kind] ?? <FileText />}
              </span>
              <span className="w-14 shrink-0 truncate text-fg-3">{kind}</span>
              <ArtifactValue value={value} />
            </li>
          ))}
        </ul>
      )}
      {task.artifacts.length === 0 && !adding && <p className="text-fg-3">None yet.</p>}
      {adding && <AddArtifact task={task} onClose={() => setAdding(false)} />}
    </PanelSection>
  );
}
