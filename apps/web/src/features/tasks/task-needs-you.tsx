import { Button } from '@cw/ui';
import { SquareTerminal } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { trpc } from '../../data/api.ts';
import type { ItemView, MergeRequestView, TaskView } from '../../data/api-types.ts';
import { CheckOutput } from '../../entities/check/check-output.tsx';
import { OpenItem } from '../../entities/inbox/open-items.tsx';
import { mergeIsStuck } from '../../entities/merge/merge-state.ts';
import { useMergeByRun } from '../../entities/merge/merges.ts';
import { mergeNext, runNext } from '../../entities/merge/next-steps.ts';
import { RetryMerge } from '../../entities/merge/retry-merge.tsx';
import { RetryRun } from '../../entities/run/retry-run.tsx';
import { withLocalTimes } from '../../entities/text/local-times.ts';

function StuckMerge({ merge }: { readonly merge: MergeRequestView }) {
  const [shown, setShown] = useState(false);
  const failed = merge.checks.find((check) => check.verdict === 'failed' || check.verdict === 'timed-out');
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <RetryMerge merge={merge} />
      {failed && (
        <Button icon={<SquareTerminal aria-hidden="true" size={14} />} onClick={() => setShown(true)}>
          Check output
        </Button>
      )}
      <Link
        to="/merges/$mergeId"
        params={{ mergeId: merge.id }}
        search={(previous) => ({ project: previous.project })}
        className="touch-area inline-flex h-7 items-center gap-1.5 rounded-control px-1.5 font-medium hover:bg-hover"
      >
        Merge request
      </Link>
      {failed && shown && <CheckOutput mergeId={merge.id} check={failed} onClose={() => setShown(false)} />}
    </div>
  );
}

type TaskNeedsYouProps = {
  readonly task: TaskView;
  /** What waits for a person about it. */
  readonly asked: readonly ItemView[];
};

/** Why the task stands still, or rests for now, and what can be done about it. */
export function TaskNeedsYou({ task, asked }: TaskNeedsYouProps) {
  const { data } = useQuery(trpc.runs.list.queryOptions({ taskId: task.id, limit: 50 }));
  const merges = useMergeByRun(task.id);
  const latest = data?.items.toSorted((a, b) => b.attempt - a.attempt)[0];
  const merge = latest && merges.get(latest.id);
  const stuck = merge && mergeIsStuck(merge.state) ? merge : undefined;
  // An item says why by itself.
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
      {data && task.state === 'needs-you' && (!isAsked || stuck) && (
        <p className="text-small text-fg-2 wrap-anywhere">
          {(stuck && mergeNext(stuck)) ?? runNext(latest?.outcome, latest?.failure)}
        </p>
      )}
      {stuck && <StuckMerge merge={stuck} />}
      {latest && !stuck && latest.endedAt !== null && (
        <div>
          <RetryRun run={latest} />
        </div>
      )}
    </section>
  );
}
