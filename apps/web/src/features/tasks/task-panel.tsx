import { IconButton, IdText, SidePanel, Skeleton, StatePill } from '@cw/ui';
import { ArrowLeft, ChevronDown, ChevronUp, Expand, Shrink, Terminal, X } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { TaskView } from '../../data/api-types.ts';
import { useCell } from '../../data/cell.ts';
import { detailsOf } from '../../data/details.ts';
import { onlyProject } from '../../data/only-project.ts';
import { useOpenItems } from '../../entities/inbox/open-items.tsx';
import { isResting } from '../../entities/task/task-state.ts';
import { pressKey, useKeys } from '../../frame/keys.ts';
import { panelWidth, resizePanel } from '../../frame/layout.ts';
import { TaskActions } from './task-actions.tsx';
import { TaskArtifacts } from './task-artifacts.tsx';
import { TaskCheckpoints } from './task-checkpoints.tsx';
import { TaskChildren } from './task-children.tsx';
import { TaskComments } from './task-comments.tsx';
import { TaskDependencies } from './task-dependencies.tsx';
import { TaskHeld } from './task-held.tsx';
import { TaskHistory } from './task-history.tsx';
import { TaskMissing } from './task-missing.tsx';
import { TaskNeedsYou, useOffersWays } from './task-needs-you.tsx';
import { TaskPlan } from './task-plan.tsx';
import { TaskProperties } from './task-properties.tsx';
import { TaskProposals } from './task-proposals.tsx';
import { TaskResult } from './task-result.tsx';
import { TaskRuns } from './task-runs.tsx';
import { GateApproval, TaskNotStarted } from './task-starting.tsx';
import { TaskTakenOver } from './task-taken-over.tsx';
import { TaskText } from './task-text.tsx';
import { TaskTitle } from './task-title.tsx';
import { useLatestRun } from './use-latest-run.ts';

function PanelHead({ taskId }: { readonly taskId: string }) {
  const { page } = useSearch({ from: '/tasks' });
  const navigate = useNavigate({ from: '/tasks/$taskId' });
  const close = () => void navigate({ to: '/tasks', search: (previous) => ({ ...previous, page: undefined }) });
  const togglePage = () =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, page: page ? undefined : true }) });
  useKeys([
    { keys: 'escape', label: 'Close the task', group: 'Task', quiet: true, run: close },
    {
      keys: 'v',
      label: page ? 'Show the task beside the list' : 'Show the task as a page',
      group: 'Task',
      run: togglePage,
    },
  ]);
  return (
    <>
      <IconButton label="Back to the list" className="-ml-3 md:hidden" onClick={close}>
        <ArrowLeft />
      </IconButton>
      <IdText id={taskId} whole />
      <span className="flex-1" />
      <IconButton label="Previous task" shortcut="K" onClick={() => pressKey('k')}>
        <ChevronUp />
      </IconButton>
      <IconButton label="Next task" shortcut="J" onClick={() => pressKey('j')}>
        <ChevronDown />
      </IconButton>
      <span className="hidden lg:inline-flex">
        <IconButton label={page ? 'Beside the list' : 'As a page'} shortcut="V" onClick={togglePage}>
          {page ? <Shrink /> : <Expand />}
        </IconButton>
      </span>
      <span className="inline-flex max-md:hidden">
        <IconButton label="Close task" shortcut="Esc" onClick={close}>
          <X />
        </IconButton>
      </span>
    </>
  );
}

function PanelSkeleton() {
  return (
    <div role="status" aria-label="Loading the task" className="flex flex-col gap-4">
      <Skeleton className="h-4 w-72" />
      <Skeleton className="h-5.5 w-24" />
      {['w-40', 'w-52', 'w-36', 'w-60'].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}

/** Where the latest run of the task is, one click away. */
function OpenRun({ task }: { readonly task: TaskView }) {
  const latest = useLatestRun(task.id);
  if (!latest) return null;
  return (
    <Link
      to="/runs/$runId"
      params={{ runId: latest.id }}
      search={onlyProject}
      className="inline-flex h-7 items-center gap-1.5 rounded-control border border-line-2 bg-raised px-2.5 font-medium hover:bg-hover max-md:h-11"
    >
      <Terminal aria-hidden="true" size={14} />
      Open run
    </Link>
  );
}

function TaskBody({ task }: { readonly task: TaskView }) {
  // Plans and gates are approved in their own places below.
  const asked = useOpenItems({ taskId: task.id }).filter(({ kind }) => kind !== 'approval');
  const offersWays = useOffersWays(task, asked);
  return (
    <div className="fade-in">
      <TaskTitle task={task} />
      <div className="mt-2 flex flex-wrap items-center gap-1.5">
        <StatePill state={task.state} />
        <OpenRun task={task} />
        <TaskActions task={task} inMenu={offersWays} />
      </div>
      {task.state === 'needs-you' || isResting(task) || asked.length > 0 ? (
        <TaskNeedsYou task={task} asked={asked} />
      ) : task.statusReason ? (
        <p className="mt-3 rounded-card border border-line bg-sunken px-3 py-2 wrap-anywhere whitespace-pre-wrap">
          {task.statusReason}
        </p>
      ) : null}
      <TaskHeld task={task} />
      <TaskResult task={task} />
      <TaskTakenOver task={task} />
      <GateApproval task={task} />
      <TaskNotStarted task={task} />
      <TaskProperties task={task} />
      <TaskProposals taskId={task.id} />
      <TaskText task={task} field="description" />
      <TaskText task={task} field="acceptance" />
      <TaskText task={task} field="design" />
      <TaskPlan task={task} />
      <TaskChildren task={task} />
      <TaskDependencies task={task} />
      <TaskRuns taskId={task.id} />
      <TaskCheckpoints task={task} />
      <TaskArtifacts task={task} />
      <TaskComments taskId={task.id} />
      <TaskHistory taskId={task.id} />
    </div>
  );
}

/** One task, beside the list or as a page. */
export function TaskPanel({ taskId }: { readonly taskId: string }) {
  const { page } = useSearch({ from: '/tasks' });
  const query = useQuery(detailsOf.task(taskId));
  return (
    <SidePanel
      label="Task"
      size={{ width: useCell(panelWidth), onResize: resizePanel }}
      page={page}
      head={<PanelHead taskId={query.data?.id ?? taskId} />}
    >
      {query.data ? (
        <TaskBody task={query.data} />
      ) : query.error ? (
        <TaskMissing id={taskId} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <PanelSkeleton />
      )}
    </SidePanel>
  );
}
