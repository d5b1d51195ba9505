import { IdText, PanelSection, PropertyRow, RelativeTime, StatePill } from '@cw/ui';
import { ArrowRight } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { trpc } from '../../data/api.ts';
import type { MergeRequestView, MergeSheet } from '../../data/api-types.ts';
import { detailsOf } from '../../data/details.ts';
import { onlyProject } from '../../data/only-project.ts';
import { EventSlice } from '../../entities/event/event-slice.tsx';
import { mergeIsMoving, mergeIsStuck, mergeIsWaiting, mergeShown } from '../../entities/merge/merge-state.ts';
import { mergeNext } from '../../entities/merge/next-steps.ts';
import { RetryMerge } from '../../entities/merge/retry-merge.tsx';
import { WaitingMerge } from '../../entities/merge/waiting-merge.tsx';
import { DetailPanel } from '../../frame/detail-panel.tsx';
import { CheckList } from './check-list.tsx';

/** Where the branch can be mended, while it still has to be. */
function Worktree({ merge }: { readonly merge: MergeRequestView }) {
  const { data } = useQuery(trpc.runs.show.queryOptions({ run: merge.runId }));
  if (!data?.worktree) return null;
  return (
    <PropertyRow name="Worktree">
      <code className="wrap-anywhere">{data.worktree}</code>
    </PropertyRow>
  );
}

function Facts({ merge }: { readonly merge: MergeRequestView }) {
  return (
    <dl className="mt-4 flex flex-col">
      <PropertyRow name="Branch">
        <code className="wrap-anywhere">{merge.branch}</code>
        <ArrowRight aria-hidden="true" size={12} className="text-fg-mute" />
        <code>{merge.targetBranch}</code>
      </PropertyRow>
      {mergeIsStuck(merge.state) && <Worktree merge={merge} />}
      <PropertyRow name="Project">
        <Link
          to="/projects/$projectId"
          params={{ projectId: merge.projectId }}
          search={true}
          className="hover:underline"
        >
          {merge.projectName}
        </Link>
      </PropertyRow>
      <PropertyRow name="Run">
        <Link
          to="/runs/$runId"
          params={{ runId: merge.runId }}
          search={onlyProject}
          className="font-mono hover:underline"
        >
          {merge.runId}
        </Link>
      </PropertyRow>
      <PropertyRow name="Commit">
        <IdText id={merge.headSha} />
        {merge.mergeSha && (
          <>
            <span className="text-fg-3">merged as</span>
            <IdText id={merge.mergeSha} />
          </>
        )}
      </PropertyRow>
      {merge.state === 'merged' && !merge.pushed && (
        <PropertyRow name="Pushed">Not pushed to your repository yet</PropertyRow>
      )}
      <PropertyRow name="Queued">
        <RelativeTime at={merge.createdAt} className="text-fg-2" />
        {merge.attempt > 1 && <span className="text-fg-3">attempt {merge.attempt}</span>}
      </PropertyRow>
      {merge.endedAt && (
        <PropertyRow name="Ended">
          <RelativeTime at={merge.endedAt} className="text-fg-2" />
        </PropertyRow>
      )}
    </dl>
  );
}

function MergeBody({ merge }: { readonly merge: MergeSheet }) {
  const shown = mergeShown(merge.state);
  const next = mergeNext(merge);
  return (
    <div className="fade-in">
      <h2 className="text-panel font-semibold wrap-anywhere">
        <Link to="/tasks/$taskId" params={{ taskId: merge.taskId }} search={onlyProject} className="hover:underline">
          {merge.taskTitle}
        </Link>
      </h2>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <StatePill state={shown.state}>{shown.name}</StatePill>
        {mergeIsWaiting(merge.state) && <WaitingMerge merge={merge} />}
        {!mergeIsMoving(merge.state) && merge.state !== 'merged' && <RetryMerge merge={merge} />}
      </div>
      {merge.reason && (
        <p className="mt-3 rounded-card border border-line bg-sunken px-3 py-2 wrap-anywhere whitespace-pre-wrap">
          {merge.reason}
        </p>
      )}
      {next && <p className="mt-2 text-small text-fg-2 wrap-anywhere">{next}</p>}
      <Facts merge={merge} />
      {merge.conflictFiles.length > 0 && (
        <PanelSection title="Files in conflict" aside={merge.conflictFiles.length}>
          <ul className="flex flex-col">
            {merge.conflictFiles.map((file) => (
              <li key={file} className="py-0.5">
                <code className="text-small wrap-anywhere">{file}</code>
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
      <CheckList merge={merge} />
      <EventSlice entity={merge.id} title="Activity" />
    </div>
  );
}

/** One merge request, beside the queue. */
export function MergePanel({ mergeId }: { readonly mergeId: string }) {
  const navigate = useNavigate();
  const query = useQuery(detailsOf.merge(mergeId));
  return (
    <DetailPanel
      what="merge request"
      id={mergeId}
      query={query}
      onClose={() => void navigate({ to: '/merges', search: true })}
    >
      {(merge) => <MergeBody merge={merge} />}
    </DetailPanel>
  );
}
