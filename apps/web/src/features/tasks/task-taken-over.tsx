import { Button, Textarea, toast } from '@cw/ui';
import { Undo2 } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { refusalText, trpc } from '../../data/api.ts';
import type { TaskView } from '../../data/api-types.ts';
import { useDraft } from '../../data/drafts.ts';
import { refresh } from '../../data/refresh.ts';
import { CopyLine } from '../../entities/run/copy-line.tsx';
import { PropertyError } from './task-property.tsx';

/** A person holds it after an agent had begun: where they work, and how to hand it back. */
export function TaskTakenOver({ task }: { readonly task: TaskView }) {
  const holder = task.lease?.expiresAt === null ? task.lease.holder : undefined;
  const isTheirs = task.status === 'in_progress' && holder !== undefined && !holder.startsWith('rn_');
  const { data } = useQuery({
    ...trpc.runs.list.queryOptions({ taskId: task.id, limit: 50 }),
    enabled: isTheirs,
  });
  const last = data?.items.toSorted((a, b) => b.attempt - a.attempt)[0];
  const run = useQuery({ ...trpc.runs.show.queryOptions({ run: last?.id ?? '' }), enabled: last !== undefined }).data;
  const [note, setNote, clear] = useDraft(`hand-back.${task.id}`, '');
  const handBack = useMutation(
    trpc.dispatch.handBack.mutationOptions({
      onSuccess: () => {
        clear();
        toast({ state: 'in-progress', text: `“${task.title}” is handed back: an agent continues in its worktree` });
        refresh('tasks', 'runs', 'dispatch');
      },
    }),
  );
  if (!isTheirs || last === undefined) return null;
  return (
    <section
      aria-label="Taken over"
      className="mt-3 flex flex-col gap-2.5 rounded-card border border-line bg-sunken px-3 py-2.5"
    >
      <p>
        <span className="font-medium">{holder}</span> has taken this over; no agent is started on it.
      </p>
      {run?.worktree && <CopyLine label="the path" line={run.worktree} />}
      <Textarea
        aria-label="What the agent should know"
        placeholder="What the agent should know"
        short
        className="max-md:min-h-11 max-md:py-2.5"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div>
        <Button
          variant="primary"
          className="max-md:h-11"
          icon={<Undo2 aria-hidden="true" size={14} />}
          disabled={handBack.isPending}
          onClick={() => handBack.mutate({ task: task.id, ...(note.trim() === '' ? {} : { note: note.trim() }) })}
        >
          Hand it back
        </Button>
        <PropertyError error={refusalText(handBack.error)} />
      </div>
    </section>
  );
}
