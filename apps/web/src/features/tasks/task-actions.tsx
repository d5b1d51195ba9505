import { Button, ConfirmDialog, IconButton, Menu, MenuItem, MenuSeparator, Tooltip, toast } from '@cw/ui';
import { Check, Ellipsis, Play, Plus, RotateCcw, Undo2, X } from '@cw/ui/icons';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalText, trpc } from '../../shared/api.ts';
import type { TaskView } from '../../shared/api-types.ts';
import { useKeys } from '../../shared/keys.ts';
import { openWindow } from '../../shared/layout.ts';
import { refresh } from '../../shared/refresh.ts';

const done = { onSuccess: () => refresh('tasks', 'runs') };

/** Why the task cannot be assigned, or undefined when it can. */
function whyNotAssign(task: TaskView): string | undefined {
  if (task.status === 'closed') return 'It is closed; reopen it first.';
  if (task.status === 'in_progress') return 'It is being worked on.';
  if (!task.projectId) return 'It belongs to no project, so no agent could work on it.';
  if (task.dispatch !== 'manual') return 'It is on the queue already.';
  return undefined;
}

function useTaskMutations(task: TaskView) {
  const assign = useMutation(trpc.tasks.assign.mutationOptions(done));
  const release = useMutation(trpc.tasks.release.mutationOptions(done));
  const close = useMutation(trpc.tasks.close.mutationOptions(done));
  const reopen = useMutation(trpc.tasks.reopen.mutationOptions(done));
  const error = assign.error ?? release.error ?? close.error ?? reopen.error;
  return {
    error: refusalText(error),
    pending: assign.isPending || release.isPending || close.isPending || reopen.isPending,
    assign: () =>
      assign.mutate(
        { ids: [task.id] },
        { onSuccess: () => toast({ state: 'ready', text: `Assigned “${task.title}”` }) },
      ),
    release: () => release.mutate({ id: task.id }),
    reopen: () => reopen.mutate({ id: task.id }),
    close: (outcome: 'done' | 'cancelled') =>
      close.mutate(
        { id: task.id, outcome },
        {
          onSuccess: () =>
            toast({
              state: outcome,
              text: outcome === 'done' ? `Closed “${task.title}”` : `Cancelled “${task.title}”`,
              action: { label: 'Undo', run: () => reopen.mutate({ id: task.id }) },
            }),
        },
      ),
  };
}

/** What can be done with a task; a refusal is told right here. */
export function TaskActions({ task }: { readonly task: TaskView }) {
  const [asking, setAsking] = useState(false);
  const actions = useTaskMutations(task);
  const refusal = whyNotAssign(task);
  const closed = task.status === 'closed';
  useKeys([
    { keys: 'a', label: 'Assign the task', group: 'Task', run: () => !refusal && !actions.pending && actions.assign() },
  ]);
  return (
    <>
      {!closed && task.status !== 'in_progress' && (
        <Tooltip text={refusal ?? 'Puts it on the queue; an agent starts when it is ready.'}>
          <span className="inline-flex">
            <Button
              icon={<Play aria-hidden="true" size={13} />}
              shortcut="A"
              disabled={Boolean(refusal) || actions.pending}
              onClick={actions.assign}
            >
              {task.state === 'needs-you' ? 'Assign again' : 'Assign'}
            </Button>
          </span>
        </Tooltip>
      )}
      {closed && (
        <Button icon={<RotateCcw aria-hidden="true" size={13} />} disabled={actions.pending} onClick={actions.reopen}>
          Reopen
        </Button>
      )}
      <Menu
        align="end"
        trigger={
          <IconButton label="More actions">
            <Ellipsis />
          </IconButton>
        }
      >
        {!closed && (
          <>
            <MenuItem icon={<Check aria-hidden="true" />} onSelect={() => actions.close('done')}>
              Close as done
            </MenuItem>
            <MenuItem icon={<X aria-hidden="true" />} onSelect={() => setAsking(true)}>
              Cancel the task
            </MenuItem>
          </>
        )}
        {(task.lease || task.dispatch === 'assigned') && (
          <MenuItem icon={<Undo2 aria-hidden="true" />} onSelect={actions.release}>
            Release
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          icon={<Plus aria-hidden="true" />}
          onSelect={() =>
            openWindow.set({ kind: 'new-task', projectId: task.projectId ?? undefined, dependsOn: task.id })
          }
        >
          New task after this one
        </MenuItem>
      </Menu>
      {actions.error && (
        <p role="alert" className="w-full text-small text-danger-fg wrap-anywhere">
          {actions.error}
        </p>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel this task?"
        action="Cancel the task"
        onConfirm={() => {
          setAsking(false);
          actions.close('cancelled');
        }}
      >
        It is closed as cancelled. Its branch, runs and history stay, and it can be reopened.
      </ConfirmDialog>
    </>
  );
}
