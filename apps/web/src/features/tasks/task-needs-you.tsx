import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { trpc } from '../../data/api.ts';
import type { ItemView, MergeRequestView, TaskView } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { CheckOutput } from '../../entities/check/check-output.tsx';
import { OpenItem } from '../../entities/inbox/open-items.tsx';
import { mergeIsStuck } from '../../entities/merge/merge-state.ts';
import { useMergeByRun } from '../../entities/merge/merges.ts';
import { mergeNext, runNext } from '../../entities/merge/next-steps.ts';
import { RetryMerge } from '../../entities/merge/retry-merge.tsx';
import { RetryRun } from '../../entities/run/retry-run.tsx';
import { withLocalTimes } from '../../entities/text/local-times.ts';
import { useLatestRun } from './use-latest-run.ts';

const evidence = 'touch-area hover:text-fg hover:underline';

/** Where to look at what went wrong: what the check wrote, and the request itself. */
function Evidence({ merge }: { readonly merge: MergeRequestView }) {
  const [shown, setShown] = useState(false);
  const failed = merge.failedCheck;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-small text-fg-2">
      {failed && (
        <button type="button" className={evidence} onClick={() => setShown(true)}>
          Check output
        </button>
      )}
      <Link to="/merges/$mergeId" params={{ mergeId: merge.id }} search={onlyProject} className={evidence}>
        Merge request
      </Link>
      {failed && shown && <CheckOutput mergeId={merge.id} check={failed} onClose={() => setShown(false)} />}
    </p>
  );
}

type TaskNeedsYouProps = {
  readonly task: TaskView;
  /** What waits for a person about it. */
  readonly asked: readonly ItemView[];
};

/** The merge of the latest run, where it failed. */
function useStuckMerge(task: TaskView): MergeRequestView | undefined {
  const latest = useLatestRun(task.id);
  const merge = useMergeByRun(task.id).get(latest?.id ?? '');
  return merge && mergeIsStuck(merge.state) ? merge : undefined;
}

/** What moves it, where nothing waits in the inbox that offers it: one thing leads, the others stand beside it. */
function WaysOn({ task, stuck }: { readonly task: TaskView; readonly stuck: MergeRequestView | undefined }) {
  const latest = useLatestRun(task.id);
  const ways: readonly ReactNode[] = [
    ...(stuck ? [<RetryMerge key="merge" merge={stuck} leads />] : []),
    ...(latest && latest.endedAt !== null ? [<RetryRun key="run" run={latest} leads={!stuck} />] : []),
  ];
  return ways.length > 0 && <div className="flex flex-wrap items-center gap-1.5">{ways}</div>;
}

/** Whether what can be done about a task that stands still is offered on its card, so that it need not stand above too. */
export function useOffersWays(task: TaskView, asked: readonly ItemView[]): boolean {
  const latest = useLatestRun(task.id);
  return asked.length > 0 || (task.state === 'needs-you' && latest !== undefined && latest.endedAt !== null);
}

/** Why the task stands still, or rests for now, and what can be done about it. */
export function TaskNeedsYou({ task, asked }: TaskNeedsYouProps) {
  const { isSuccess } = useQuery(trpc.runs.list.queryOptions({ taskId: task.id, limit: 50 }));
  const latest = useLatestRun(task.id);
  const stuck = useStuckMerge(task);
  // An item says why by itself, and what can be done.
  const isAsked = asked.some(({ subject }) => subject === `task:${task.id}`);
  return (
    <section
      aria-label="What can be done"
      className="mt-3 flex flex-col gap-3 rounded-card border border-line bg-sunken px-3 py-2.5"
    >
      {asked.map((item) => (
        <OpenItem key={item.id} item={item} />
      ))}
      {!isAsked && task.statusReason && (
        <p className="wrap-anywhere whitespace-pre-wrap">{withLocalTimes(task.statusReason)}</p>
      )}
      {isSuccess && task.state === 'needs-you' && !isAsked && (
        <p className="text-small text-fg-2 wrap-anywhere">
          {(stuck && mergeNext(stuck)) ?? runNext(latest?.outcome, latest?.failure)}
        </p>
      )}
      {!isAsked && <WaysOn task={task} stuck={stuck} />}
      {stuck && <Evidence merge={stuck} />}
    </section>
  );
}
