import { Button, FailedPanel } from '@cw/ui';
import { Trash2 } from '@cw/ui/icons';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { refusalOf, refusalText, trpc } from '../../data/api.ts';
import { refresh } from '../../data/refresh.ts';
import { fieldOf } from '../../entities/event/event-words.ts';
import { PropertyError } from './task-property.tsx';

function trashed(error: unknown, id: string): string | undefined {
  const list = fieldOf(refusalOf(error).facts, 'inTrash');
  if (!Array.isArray(list)) return undefined;
  const found = list.find((each) => fieldOf(each, 'id') === id);
  const title = fieldOf(found, 'title');
  return typeof title === 'string' ? title : undefined;
}

function InTrash({ id, title }: { readonly id: string; readonly title: string }) {
  const restore = useMutation(trpc.tasks.restore.mutationOptions({ onSuccess: () => refresh('tasks') }));
  return (
    <div className="flex flex-col items-start gap-3">
      <h2 className="text-panel font-semibold text-fg-2 wrap-anywhere">{title}</h2>
      <p className="flex items-center gap-2 text-fg-2">
        <Trash2 aria-hidden="true" size={14} className="text-fg-mute" />
        It is in the trash, unchanged.
      </p>
      <Button className="max-md:h-11" disabled={restore.isPending} onClick={() => restore.mutate({ id })}>
        Restore it
      </Button>
      <PropertyError error={refusalText(restore.error)} />
    </div>
  );
}

type TaskMissingProps = { readonly id: string; readonly error: unknown; readonly onRetry: () => void };

/** In place of a task that cannot be shown: because it is in the trash, or for another reason, which is told. */
export function TaskMissing({ id, error, onRetry }: TaskMissingProps) {
  const navigate = useNavigate();
  const title = trashed(error, id);
  if (title !== undefined) return <InTrash id={id} title={title} />;
  return (
    <>
      <FailedPanel title="The task could not be loaded." detail={refusalText(error)} onRetry={onRetry} />
      <Button className="self-center" onClick={() => void navigate({ to: '/tasks', search: true })}>
        Back to the list
      </Button>
    </>
  );
}
