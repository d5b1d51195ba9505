import { RoleBadge, StateIcon } from '@cw/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '../../data/api.ts';
import type { MergeRequestView, RunChanges, RunRow, TaskView } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { verdictShown } from '../../entities/check/check-state.ts';
import { mergeShown } from '../../entities/merge/merge-state.ts';
import { useMergeByRun } from '../../entities/merge/merges.ts';
import { Estimate } from '../../entities/run/estimate.tsx';
import { formatDuration, modelName, plural } from '../../entities/text/format.ts';
import { Markdown } from '../../entities/text/markdown.tsx';
import { useLatestRun } from './use-latest-run.ts';

type ChangedFile = NonNullable<RunChanges['changes']>['files'][number];

const mostFiles = 8;

function Lines({ added, removed }: Pick<ChangedFile, 'added' | 'removed'>) {
  if (added === null || removed === null) return <span className="text-fg-3">binary</span>;
  return (
    <span className="inline-flex shrink-0 gap-1.5 tabular-nums">
      <span className="text-add-fg">+{added}</span>
      <span className="text-del-fg">−{removed}</span>
    </span>
  );
}

function sumOf(files: readonly ChangedFile[], name: 'added' | 'removed'): number {
  return files.reduce((sum, file) => sum + (file[name] ?? 0), 0);
}

/** What the run has changed in the repository, a file a line. */
function Files({ files }: { readonly files: readonly ChangedFile[] }) {
  if (files.length === 0) return <p className="text-small text-fg-2">It changed no files.</p>;
  const left = files.length - mostFiles;
  return (
    <div className="text-small">
      <p className="flex items-center justify-between gap-2 font-medium">
        {plural(files.length, 'file')} changed
        <Lines added={sumOf(files, 'added')} removed={sumOf(files, 'removed')} />
      </p>
      <ul aria-label="Files changed">
        {files.slice(0, mostFiles).map((file) => (
          <li key={file.path} className="flex h-6 items-center gap-2" title={file.path}>
            <span className="min-w-0 flex-1 truncate font-mono text-[11.5px] text-fg-2">{file.path}</span>
            <Lines {...file} />
          </li>
        ))}
        {left > 0 && <li className="text-fg-3">and {left.toLocaleString('en-US')} more</li>}
      </ul>
    </div>
  );
}

/** Where its merge stands, with how each check ended. */
function Merge({ merge }: { readonly merge: MergeRequestView }) {
  const shown = mergeShown(merge.state);
  return (
    <div className="text-small">
      <Link
        to="/merges/$mergeId"
        params={{ mergeId: merge.id }}
        search={onlyProject}
        className="touch-area inline-flex items-center gap-2 font-medium hover:underline"
      >
        <StateIcon state={shown.state} bare />
        {shown.name} {merge.state === 'merged' && `into ${merge.targetBranch}`}
      </Link>
      <ul aria-label="Checks">
        {merge.checks.map((check) => {
          const verdict = verdictShown(check.verdict);
          return (
            <li key={check.index} className="flex h-6 items-center gap-2">
              <StateIcon state={verdict.state} bare />
              <span className="min-w-0 flex-1 truncate" title={check.command}>
                {check.name}
              </span>
              <span className="text-fg-3 tabular-nums">
                {verdict.name}
                {check.durationMs !== null && ` · ${formatDuration(check.durationMs)}`}
              </span>
            </li>
          );
        })}
        {merge.verdict === 'unchecked' && <li className="text-fg-3">Not checked.</li>}
      </ul>
    </div>
  );
}

/** Who did it, and what all attempts together cost. */
function By({ run, runs }: { readonly run: RunRow; readonly runs: readonly RunRow[] }) {
  const cost = runs.reduce((sum, each) => sum + (each.costUsd ?? 0), 0);
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-fg-2">
      <RoleBadge of={run.role} />
      <Link
        to="/runs/$runId"
        params={{ runId: run.id }}
        search={onlyProject}
        className="touch-area font-medium text-fg hover:underline"
      >
        {run.agentName ?? run.role}
      </Link>
      <span>{modelName(run.model ?? run.provider)}</span>
      <span className="ml-auto font-medium text-fg tabular-nums">
        {runs.some(({ costUsd }) => costUsd !== null) && (
          <Estimate estimated={runs.some(({ estimated }) => estimated)} usd={cost} />
        )}
      </span>
      {runs.length > 1 && <span>{plural(runs.length, 'attempt')}</span>}
    </p>
  );
}

/** What came of the work, above all else: the agent's summary, the files it changed, the checks, and the cost. */
export function TaskResult({ task }: { readonly task: TaskView }) {
  const { data } = useQuery(trpc.runs.list.queryOptions({ taskId: task.id, limit: 50 }));
  const latest = useLatestRun(task.id);
  const isDone = latest?.outcome === 'done';
  const id = isDone ? latest.id : '';
  const run = useQuery({ ...trpc.runs.show.queryOptions({ run: id }), enabled: isDone }).data;
  const changes = useQuery({ ...trpc.dispatch.changes.queryOptions({ run: id }), enabled: isDone }).data?.changes;
  const merge = useMergeByRun(task.id).get(id);
  if (!isDone) return null;
  return (
    <section aria-label="Result" className="mt-3 flex flex-col gap-3 rounded-card border border-line px-3 py-2.5">
      {run?.summary && <Markdown text={run.summary} />}
      {run && run.deviations.length > 0 && (
        <ul aria-label="Deviations" className="list-disc pl-4 text-small text-fg-2 marker:text-fg-mute">
          {run.deviations.map((each) => (
            <li key={each} className="wrap-anywhere">
              {each}
            </li>
          ))}
        </ul>
      )}
      {changes && <Files files={changes.files} />}
      {merge && <Merge merge={merge} />}
      <By run={latest} runs={data?.items ?? []} />
    </section>
  );
}
