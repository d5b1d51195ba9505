import { Button, PanelSection, StateIcon, shortId } from '@cw/ui';
import { Plus } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { TaskRow, TaskView } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';
import { AddButton, AddLine } from './add-line.tsx';

const most = 1000;
const firstShown = 12;

function Child({ row }: { readonly row: TaskRow }) {
  return (
    <li>
      <Link
        to="/tasks/$taskId"
        params={{ taskId: row.id }}
        search={true}
        className="flex h-7 min-w-0 items-center gap-2 rounded-key px-2 hover:bg-hover max-md:h-11"
      >
        <StateIcon state={row.state} />
        <span className="font-mono text-[11.5px] text-fg-3">{shortId(row.id)}</span>
        <span className={row.status === 'closed' ? 'truncate text-fg-3' : 'truncate'}>{row.title}</span>
      </Link>
    </li>
  );
}

function Progress({ done, of }: { readonly done: number; readonly of: number }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="h-1 w-16 overflow-hidden rounded-full bg-active">
        <span className="block h-full bg-st-done" style={{ width: `${(done / of) * 100}%` }} />
      </span>
      {done} of {of}
    </span>
  );
}

function AddChild({ task, onClose }: { readonly task: TaskView; readonly onClose: () => void }) {
  const [title, setTitle] = useState('');
  const create = useMutation(
    trpc.tasks.create.mutationOptions({
      onSuccess: () => {
        setTitle('');
        refresh('tasks');
      },
    }),
  );
  return (
    <AddLine
      label="Title of the new child"
      placeholder="Title, then Enter"
      value={title}
      onChange={setTitle}
      onAdd={(line) => create.mutate({ title: line, parent: task.id, project: task.projectId })}
      onClose={onClose}
      error={refusalText(create.error)}
    />
  );
}

/** The tasks below this one, with how many of them are done. */
export function TaskChildren({ task }: { readonly task: TaskView }) {
  const [adding, setAdding] = useState(false);
  const [all, setAll] = useState(false);
  const has = task.dependents.some(({ type }) => type === 'parent-child');
  const { data } = useQuery({
    ...trpc.tasks.list.queryOptions({ parentId: task.id, all: true, limit: most }),
    enabled: has,
  });
  if (!has && !adding && task.type !== 'epic') return <AddFirst onClick={() => setAdding(true)} />;
  const rows = has ? data?.items : [];
  const done = rows?.filter((row) => row.status === 'closed').length ?? 0;
  const shown = rows?.toSorted((a, b) => Number(a.status === 'closed') - Number(b.status === 'closed'));
  return (
    <PanelSection
      title="Children"
      aside={
        <>
          {rows && rows.length > 0 && <Progress done={done} of={rows.length} />}
          <AddButton name="Add child" onClick={() => setAdding(true)} />
        </>
      }
    >
      {shown && shown.length > 0 && (
        <ul aria-label="Children" className="-mx-2 flex flex-col">
          {(all ? shown : shown.slice(0, firstShown)).map((row) => (
            <Child key={row.id} row={row} />
          ))}
        </ul>
      )}
      {shown?.length === 0 && !adding && <p className="text-fg-3">It needs to be broken down into tasks.</p>}
      {shown && !all && shown.length > firstShown && (
        <Button variant="quiet" size="small" className="self-start" onClick={() => setAll(true)}>
          Show {shown.length - firstShown} more
        </Button>
      )}
      {adding && <AddChild task={task} onClose={() => setAdding(false)} />}
    </PanelSection>
  );
}

function AddFirst({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button
      variant="quiet"
      size="small"
      className="mt-3 -ml-2 self-start text-fg-3 max-md:h-11"
      icon={<Plus aria-hidden="true" size={13} />}
      onClick={onClick}
    >
      Add child
    </Button>
  );
}
