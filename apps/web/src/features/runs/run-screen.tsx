import { Button, ConfirmDialog, cx, FailedPanel, IconButton, IdText, Menu, MenuItem, Skeleton, toast } from '@cw/ui';
import { ArrowLeft, Ellipsis, Hand, PanelRight, Square } from '@cw/ui/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import type { RunView } from '../../data/api-types.ts';
import { detailsOf } from '../../data/details.ts';
import { onlyProject } from '../../data/only-project.ts';
import { refresh } from '../../data/refresh.ts';
import { useOpenItems } from '../../entities/inbox/open-items.tsx';
import { useMergeByRun } from '../../entities/merge/merges.ts';
import { RetryRun } from '../../entities/run/retry-run.tsx';
import { useKeys } from '../../frame/keys.ts';
import { TopBar } from '../../frame/top-bar.tsx';
import { RunAsked } from './run-asked.tsx';
import { RunHeader } from './run-header.tsx';
import { RunLogView } from './run-log.tsx';
import { RunRail } from './run-rail.tsx';
import { RunWords } from './run-words.tsx';
import { SignOfLife } from './sign-of-life.tsx';
import { TakeOverDialog } from './take-over.tsx';
import { type RunLog, useRunLog } from './use-run-log.ts';

type RunButtonProps = {
  readonly run: RunView;
  /** As the lowest thing on a narrow screen, where a thumb finds it. */
  readonly atFoot?: boolean | undefined;
};

function StopButton({ run, atFoot = false }: RunButtonProps) {
  const [asking, setAsking] = useState(false);
  const stop = useMutation(
    trpc.runs.stop.mutationOptions({
      onSuccess: () => {
        setAsking(false);
        toast({ state: 'cancelled', text: `Stopping the run of “${run.taskTitle}”` });
        refresh('runs', 'tasks');
      },
    }),
  );
  useKeys([{ keys: 's', label: 'Stop the run', group: 'Run', run: () => setAsking(true) }], !atFoot);
  return (
    <>
      <Button
        variant="danger"
        size={atFoot ? 'large' : 'medium'}
        icon={<Square aria-hidden="true" size={13} />}
        className={atFoot ? 'w-full' : 'max-md:hidden'}
        onClick={() => setAsking(true)}
      >
        Stop
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Stop this run?"
        action="Stop the run"
        pending={stop.isPending}
        error={refusalText(stop.error)}
        onConfirm={() => stop.mutate({ run: run.id })}
      >
        The agent is ended in the middle of its work. What it has written so far is kept on its branch, and the task
        waits until you assign it again.
      </ConfirmDialog>
    </>
  );
}

/** The last run of a task that is over without being done can be tried again. */
function RetryLast({ run, atFoot = false }: RunButtonProps) {
  const { data } = useQuery(trpc.runs.list.queryOptions({ taskId: run.taskId, limit: 50 }));
  // What waits for a person offers the same, right above.
  const isAsked = useOpenItems({ runId: run.id }).some(({ kind }) => kind === 'failure' || kind === 'conflict');
  const isLast = data !== undefined && !data.items.some(({ attempt }) => attempt > run.attempt);
  if (!isLast || run.endedAt === null || run.outcome === 'done') return null;
  if (atFoot && isAsked) return null;
  if (!atFoot) return <RetryRun run={run} className="max-md:hidden" />;
  return (
    <div className="flex shrink-0 border-t border-line p-3 md:hidden">
      <RetryRun run={run} size="large" className="w-full" />
    </div>
  );
}

/** What is rarely done with a run. */
function RunMore({ run }: RunButtonProps) {
  const [taking, setTaking] = useState(false);
  const { data } = useQuery(trpc.runs.list.queryOptions({ taskId: run.taskId, limit: 50 }));
  const merge = useMergeByRun(run.taskId).get(run.id);
  if (data?.items.some(({ attempt }) => attempt > run.attempt) !== false || run.worktree === null) return null;
  // What is merged is nobody's to go on with.
  if (run.outcome === 'done' && merge?.state === 'merged') return null;
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label="More actions" className="max-md:size-11">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<Hand aria-hidden="true" />} onSelect={() => setTaking(true)}>
          Take over…
        </MenuItem>
      </Menu>
      {taking && <TakeOverDialog run={run} onClose={() => setTaking(false)} />}
    </>
  );
}

type RunBodyProps = { readonly run: RunView; readonly runLog: RunLog; readonly railShown: boolean };

function RunBody({ run, runLog, railShown }: RunBodyProps) {
  const isAsked = useOpenItems({ runId: run.id }).length > 0;
  return (
    <div className="flex min-h-0 flex-1">
      <div className={cx('min-h-0 min-w-0 flex-1 flex-col', railShown ? 'hidden lg:flex' : 'flex')}>
        <RunHeader run={run} isAsked={isAsked} />
        <RunLogView runId={run.id} runLog={runLog} running={run.endedAt === null} worktree={run.worktree} />
        <SignOfLife run={run} />
        <RunAsked run={run} />
        {/* What is asked has a field of its own, and a phone no room for two. */}
        <div className={cx('shrink-0', isAsked && 'max-md:hidden')}>
          <RunWords run={run} />
        </div>
        {run.endedAt === null && (
          <div className="flex shrink-0 border-t border-line p-3 md:hidden">
            <StopButton run={run} atFoot />
          </div>
        )}
        <RetryLast run={run} atFoot />
      </div>
      <aside
        aria-label="About this run"
        className={cx(
          'w-full shrink-0 overflow-y-auto border-line lg:block lg:w-74 lg:border-l',
          railShown ? 'block' : 'hidden',
        )}
      >
        <RunRail run={run} />
      </aside>
    </div>
  );
}

function BodySkeleton() {
  return (
    <div role="status" aria-label="Loading the run" className="flex flex-col gap-5 px-5 py-5">
      <Skeleton className="h-4 w-96" />
      <Skeleton className="h-9 w-full rounded-control" />
      <Skeleton className="w-80" />
      <Skeleton className="w-64" />
    </div>
  );
}

/** One run: its facts, its log as it grows, and what belongs to it. */
export function RunScreen({ runId }: { readonly runId: string }) {
  const query = useQuery(detailsOf.run(runId));
  const [railShown, setRailShown] = useState(false);
  const run = query.data;
  // Asked for at once, beside what the run is.
  const runLog = useRunLog(run?.id ?? runId);
  return (
    <>
      <TopBar
        tabTitle={run ? `Run: ${run.taskTitle}` : 'Run'}
        title={
          <span className="flex items-center gap-2">
            <Link to="/runs" search={onlyProject} className="inline-flex items-center gap-1 text-fg-2 hover:text-fg">
              <ArrowLeft aria-hidden="true" size={14} className="md:hidden" />
              Runs
            </Link>
            <span aria-hidden="true" className="text-fg-mute">
              ›
            </span>
            <IdText id={run?.id ?? runId} className="text-fg" />
          </span>
        }
      >
        {run && run.endedAt === null && <StopButton run={run} />}
        {run && <RetryLast run={run} />}
        {run && <RunMore run={run} />}
        <span className="lg:hidden">
          <IconButton label={railShown ? 'Show the log' : 'About this run'} onClick={() => setRailShown(!railShown)}>
            <PanelRight />
          </IconButton>
        </span>
      </TopBar>
      {run ? (
        <RunBody key={run.id} run={run} runLog={runLog} railShown={railShown} />
      ) : query.error ? (
        <FailedPanel
          title="The run could not be loaded."
          detail={refusalText(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <BodySkeleton />
      )}
    </>
  );
}
