import { Button, Dialog } from '@cw/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { RunView, TakenOver } from '../../data/api-types.ts';
import { refresh } from '../../data/refresh.ts';
import { CopyLine } from '../../entities/run/copy-line.tsx';
import { shellLine } from './shell-words.ts';

/** What a person goes on with, once the agent has let go. */
function Taken({ taken, ended }: { readonly taken: TakenOver; readonly ended: boolean }) {
  const { worktree, resume } = taken;
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-medium">
        {ended ? 'The agent has ended: the task is yours.' : 'The agent is being ended. Wait until it has ended.'}
      </p>
      {worktree !== null && (
        <div className="flex flex-col gap-1">
          <h3 className="text-small text-fg-2">Worktree</h3>
          <CopyLine label="the path" line={worktree} />
        </div>
      )}
      {resume !== null && (
        <div className="flex flex-col gap-1">
          <h3 className="text-small text-fg-2">Continue its conversation by hand</h3>
          <CopyLine label="the command" line={shellLine(worktree, resume)} />
          {resume.account !== null && (
            <p className="text-small text-fg-2">
              It ran with the account {resume.account}, whose secrets are not set in your terminal.
            </p>
          )}
        </div>
      )}
      <p className="text-small text-fg-2">Hand it back on the task when you are done.</p>
    </div>
  );
}

type TakeOverDialogProps = { readonly run: RunView; readonly onClose: () => void };

/** Has the agent of a run end with its work kept, and gives its task to the person. */
export function TakeOverDialog({ run, onClose }: TakeOverDialogProps) {
  const [taken, setTaken] = useState<TakenOver>();
  const take = useMutation(
    trpc.dispatch.takeOver.mutationOptions({
      onSuccess: (answer) => {
        setTaken(answer);
        refresh('runs', 'tasks', 'dispatch', 'inbox');
      },
    }),
  );
  const now = useQuery(trpc.runs.show.queryOptions({ run: run.id })).data;
  const ended = (now ?? run).endedAt !== null;
  const what = ended
    ? 'What the agent has written is in its worktree.'
    : 'The agent is ended in the middle of its work; what it has written stays in its worktree.';
  const { mutate } = take;
  // Only once the agent has ended is all known that a person goes on with.
  const isOld = taken !== undefined && !taken.stopped && ended;
  useEffect(() => {
    if (isOld) mutate({ run: run.id });
  }, [isOld, mutate, run.id]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={taken ? 'Taken over' : 'Take this task over?'}
      description={taken ? undefined : `${what} No agent starts on the task until you hand it back.`}
      width="medium"
      footer={
        taken ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button variant="quiet" onClick={onClose}>
              Keep
            </Button>
            <Button variant="primary" disabled={take.isPending} onClick={() => take.mutate({ run: run.id })}>
              Take it over
            </Button>
          </>
        )
      }
    >
      {taken && <Taken taken={taken} ended={ended} />}
      {take.error && (
        <p role="alert" className="text-small text-danger-fg wrap-anywhere">
          {refusalText(take.error)}
        </p>
      )}
    </Dialog>
  );
}
