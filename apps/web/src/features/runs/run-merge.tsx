import { StateIcon } from '@cw/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '../../data/api.ts';
import type { RunView } from '../../data/api-types.ts';
import { verdictShown } from '../../entities/check/check-state.ts';
import { mergeShown } from '../../entities/merge/merge-state.ts';
import { formatDuration } from '../../entities/text/format.ts';
import { RailSection } from './rail-section.tsx';

/** Where the merge of this run's branch stands, and its checks. */
export function RunMerge({ run }: { readonly run: RunView }) {
  const { data } = useQuery(trpc.merges.list.queryOptions({ taskId: run.taskId, limit: 50 }));
  const merge = data?.items.findLast((each) => each.runId === run.id);
  if (!merge) return null;
  const shown = mergeShown(merge.state);
  return (
    <RailSection title="Merge" aside={merge.targetBranch}>
      <Link
        to="/merges/$mergeId"
        params={{ mergeId: merge.id }}
        search={true}
        className="flex items-center gap-2 rounded-key font-medium hover:underline"
      >
        <StateIcon state={shown.state} bare />
        {shown.name}
        {merge.verdict === 'unchecked' && <span className="font-normal text-fg-3">unchecked</span>}
      </Link>
      {merge.reason && <p className="text-small text-fg-2 wrap-anywhere">{merge.reason}</p>}
      <ul className="flex flex-col">
        {merge.checks.map((check) => {
          const verdict = verdictShown(check.verdict);
          return (
            <li key={check.index} className="flex h-6.5 items-center gap-2">
              <StateIcon state={verdict.state} bare />
              <span className="min-w-0 flex-1 truncate text-small" title={check.command}>
                {check.name}
              </span>
              <span className="text-small text-fg-3 tabular-nums">
                {check.verdict === 'passed' && check.durationMs !== null
                  ? formatDuration(check.durationMs)
                  : verdict.name}
              </span>
            </li>
          );
        })}
      </ul>
    </RailSection>
  );
}
