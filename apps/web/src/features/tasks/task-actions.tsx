import { Button, ConfirmDialog, IconButton, Menu, MenuItem, MenuSeparator, Tooltip } from '@cw/ui';
import { Check, CircleAlert, Ellipsis, Play, Plus, RotateCcw, Trash2, TriangleAlert, Undo2, X } from '@cw/ui/icons';
import { useState } from 'react';
import type { TaskView } from '../../data/api-types.ts';
import { plural } from '../../entities/text/format.ts';
import { useKeys } from '../../frame/keys.ts';
import { openWindow } from '../../frame/layout.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { type Outcome, useTaskActions } from './use-task-actions.ts';

type Actions = ReturnType<typeof useTaskActions>;
type Asking = 'cancelled' | 'failed' | 'block' | 'delete';

/** Why the task cannot be assigned, or undefined when it can. */
function whyNotAssign(task: TaskView): string | undefined {
  if (task.status === 'closed') return 'It is closed; reopen it first.';
  if (task.status === 'in_progress') return 'It is being worked on.';
  if (!task.projectId) return 'It belongs to no project, so no agent can work on it.';
  if (task.dispatch !== 'manual') return 'It is already on the queue.';
  return undefined;
}

type AskedProps = {
  readonly task: TaskView;
  readonly asking: Asking;
  readonly actions: Actions;
  readonly onClose: () => void;
};

/** What is asked before a move that takes a reason, or that takes something away. */
function Asked({ task, asking, actions, onClose }: AskedProps) {
  if (asking === 'block') {
    return (
      <ReasonDialog
        title="Block this task?"
        action="Block"
        required
        onConfirm={(reason) => actions.block(reason ?? '')}
        onClose={onClose}
      >
        It waits for a person until it is reopened. Its holder releases it.
      </ReasonDialog>
    );
  }
  if (asking === 'delete') {
    const children = task.dependents.filter(({ type }) => type === 'parent-child').length;
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title="Move this task to the trash?"
        action={children > 0 ? 'Delete all' : 'Delete the task'}
        onConfirm={() => {
          onClose();
          actions.remove(children > 0);
        }}
      >
        {children > 0 && `Its ${plural(children, 'child task')} and everything below them are moved too. `}
        Tasks that wait for it no longer do. It can be restored as it was.
      </ConfirmDialog>
    );
  }
  if (asking === 'cancelled') return <CancelDialog task={task} onClose={onClose} />;
  return (
    <ReasonDialog
      title="Close this task as failed?"
      action="Close as failed"
      onConfirm={(reason) => actions.close(asking, reason)}
      onClose={onClose}
    >
      Tasks that run if it fails can start. Its branch, runs and history are kept, and it can be reopened.
    </ReasonDialog>
  );
}

type MenuProps = {
  readonly task: TaskView;
  readonly actions: Actions;
  readonly onAsk: (asking: Asking) => void;
};

function OpenTaskItems({ task, actions, onAsk }: MenuProps) {
  return (
    <>
      <MenuItem icon={<Check aria-hidden="true" />} onSelect={() => actions.close('done')}>
        Close as done
      </MenuItem>
      <MenuItem icon={<CircleAlert aria-hidden="true" />} onSelect={() => onAsk('failed')}>
        Close as failed…
      </MenuItem>
      <MenuItem icon={<X aria-hidden="true" />} onSelect={() => onAsk('cancelled')}>
        Cancel the task…
      </MenuItem>
      <MenuSeparator />
      {!task.lease && task.status === 'open' && (
        <MenuItem icon={<Play aria-hidden="true" />} onSelect={actions.claim}>
          Claim it
        </MenuItem>
      )}
      {task.status === 'blocked' ? (
        <MenuItem icon={<RotateCcw aria-hidden="true" />} onSelect={actions.unblock}>
          Unblock
        </MenuItem>
      ) : (
        <MenuItem icon={<TriangleAlert aria-hidden="true" />} onSelect={() => onAsk('block')}>
          Block…
        </MenuItem>
      )}
    </>
  );
}

type MoreActionsProps = MenuProps & { readonly onAssign: (() => void) | undefined };

function MoreActions({ task, actions, onAsk, onAssign }: MoreActionsProps) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="More actions" className="max-md:size-11">
          <Ellipsis />
        </IconButton>
      }
    >
      {onAssign && (
        <MenuItem icon={<Play aria-hidden="true" />} shortcut="A" onSelect={onAssign}>
          Assign again
        </MenuItem>
      )}
      {task.status !== 'closed' && <OpenTaskItems task={task} actions={actions} onAsk={onAsk} />}
      {(task.lease || task.dispatch === 'assigned') && (
        <MenuItem icon={<Undo2 aria-hidden="true" />} onSelect={actions.release}>
          Release
        </MenuItem>
      )}
      {task.status !== 'closed' && <MenuSeparator />}
      <MenuItem
        icon={<Plus aria-hidden="true" />}
        onSelect={() =>
          openWindow.set({ kind: 'new-task', projectId: task.projectId ?? undefined, dependsOn: task.id })
        }
      >
        New task after this one
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => onAsk('delete')}>
        Delete…
      </MenuItem>
    </Menu>
  );
}

function Refused({ actions }: { readonly actions: Actions }) {
  const { error, refusedClose } = actions;
  if (!error) return null;
  const insisted: Outcome | undefined = refusedClose && (refusedClose.outcome ?? 'done');
  return (
    <div role="alert" className="flex w-full flex-col items-start gap-1.5 text-small text-danger-fg wrap-anywhere">
      {error}
      {insisted && !refusedClose?.force && (
        <Button size="small" onClick={() => actions.close(insisted, refusedClose?.reason, true)}>
          Close it anyway
        </Button>
      )}
    </div>
  );
}

type TaskActionsProps = {
  readonly task: TaskView;
  /** Whether something else moves the task on, right below, so that assigning it is one more thing in the menu. */
  readonly inMenu: boolean;
};

/** What can be done with a task; a refusal is told right here. */
export function TaskActions({ task, inMenu }: TaskActionsProps) {
  const [asking, setAsking] = useState<Asking>();
  const actions = useTaskActions(task);
  const refusal = whyNotAssign(task);
  const closed = task.status === 'closed';
  useKeys([
    { keys: 'a', label: 'Assign the task', group: 'Task', run: () => !refusal && !actions.pending && actions.assign() },
  ]);
  return (
    <>
      {!closed && !inMenu && task.status !== 'in_progress' && (
        <Tooltip text={refusal ?? 'Puts it on the queue; an agent starts when it is ready.'}>
          <span className="inline-flex">
            <Button
              icon={<Play aria-hidden="true" size={13} />}
              shortcut="A"
              className="max-md:h-11"
              disabled={Boolean(refusal) || actions.pending}
              onClick={actions.assign}
            >
              Assign
            </Button>
          </span>
        </Tooltip>
      )}
      {closed && (
        <Button
          icon={<RotateCcw aria-hidden="true" size={13} />}
          className="max-md:h-11"
          disabled={actions.pending}
          onClick={actions.reopen}
        >
          Reopen
        </Button>
      )}
      <MoreActions
        task={task}
        actions={actions}
        onAsk={setAsking}
        onAssign={inMenu && !refusal ? actions.assign : undefined}
      />
      <Refused actions={actions} />
      {asking && <Asked task={task} asking={asking} actions={actions} onClose={() => setAsking(undefined)} />}
    </>
  );
}
