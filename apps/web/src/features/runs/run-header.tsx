import { ContextGauge, cx, Fact, IdText, RoleBadge, StatePill } from '@cw/ui';
import { Hand } from '@cw/ui/icons';
import { Link } from '@tanstack/react-router';
import type { RunView } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { MergeMark } from '../../entities/merge/merge-mark.tsx';
import { useMergeByRun } from '../../entities/merge/merges.ts';
import { Estimate } from '../../entities/run/estimate.tsx';
import { runShown } from '../../entities/run/run-state.ts';
import { formatCount, formatDuration, modelName } from '../../entities/text/format.ts';
import { runTook } from './run-time.ts';
import { useNow } from './use-now.ts';

function Elapsed({ run }: { readonly run: RunView }) {
  const now = useNow(run.endedAt === null);
  const took = runTook(run, now);
  return took === undefined ? null : formatDuration(took);
}

/** All tokens that went through the model for this run. */
function tokenSum({ tokens }: RunView): number {
  return tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite;
}

function tokenDetail({ tokens }: RunView): string {
  return `input ${formatCount(tokens.input)}, output ${formatCount(tokens.output)}, cache read ${formatCount(tokens.cacheRead)}, cache write ${formatCount(tokens.cacheWrite)}`;
}

/** The whole name of the model, and where it was said which; nothing of the latter where its program took one by itself. */
function modelTitle({ model, modelFrom }: RunView): string | undefined {
  const from = modelFrom === 'attempt' ? 'Asked for this attempt' : `Set for the ${modelFrom} (agents.model)`;
  return [model, modelFrom && from].filter(Boolean).join('. ') || undefined;
}

const always = 'flex shrink-0 tabular-nums';
const wide = 'hidden shrink-0 md:flex';

/** Says that the agent is silent, since when, and what was done about it. */
function SilentNote({ run }: { readonly run: RunView }) {
  const now = useNow(run.stall !== null);
  if (run.endedAt !== null || run.stall === null) return null;
  const since = run.lastSignAt ?? run.startedAt;
  const asked = run.stall === 'asked' && run.abilities.messages ? ' It was asked whether it is still working.' : '';
  return (
    <p role="status" className="flex items-start gap-2 border-t border-line px-4 py-2 text-small md:px-5">
      <Hand aria-hidden="true" size={14} className="mt-px shrink-0 text-st-needs" />
      <span>
        The agent has been silent{since && ` for ${formatDuration(now - Date.parse(since))}`}: no output, no processor
        time, no changed file.{asked}
      </span>
    </p>
  );
}

type RunHeaderProps = {
  readonly run: RunView;
  /** A person is to answer below: on a narrow screen that needs the room of the facts. */
  readonly isAsked: boolean;
};

/** What the run is about, and its facts in one row; on a narrow screen only those that count. */
export function RunHeader({ run, isAsked }: RunHeaderProps) {
  const shown = runShown(run);
  const merge = useMergeByRun(run.taskId).get(run.id);
  return (
    <div className="@container shrink-0 border-b border-line">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-4 py-3 md:px-5">
        <StatePill state={shown.state}>{shown.name}</StatePill>
        {merge && merge.state !== 'merged' && (
          <Link to="/merges/$mergeId" params={{ mergeId: merge.id }} search={true} className="hover:underline">
            <MergeMark merge={merge} />
          </Link>
        )}
        <h2 className="min-w-0 text-panel font-semibold wrap-anywhere">
          <Link
            to="/tasks/$taskId"
            params={{ taskId: run.taskId }}
            search={onlyProject}
            className="touch-area hover:underline"
          >
            {run.taskTitle}
          </Link>
        </h2>
        <IdText id={run.taskId} />
        {/* Where there is no room for it among the facts. */}
        <code className="hidden min-w-0 truncate text-small text-fg-3 md:inline @4xl:hidden" title="Branch">
          {run.branch}
        </code>
        <span className="ml-auto hidden text-fg-2 md:inline">attempt {run.attempt}</span>
      </div>
      <SilentNote run={run} />
      <div className={cx('border-t border-line md:flex', isAsked && 'max-md:hidden')}>
        <dl className="grid min-w-0 grid-cols-4 border-b border-line md:flex md:flex-1 md:border-b-0 md:pl-1.5">
          <Fact name="Agent" className={wide}>
            <RoleBadge of={run.role} />
            {run.agentId ? (
              <Link
                to="/agents/$agentId"
                params={{ agentId: run.agentId }}
                search={onlyProject}
                className="hover:underline"
              >
                {run.agentName}
              </Link>
            ) : (
              run.role
            )}
          </Fact>
          <Fact name="Model" className={wide}>
            <span title={modelTitle(run)}>{modelName(run.model ?? run.provider)}</span>
          </Fact>
          {run.accountName && (
            <Fact name="Account" className="hidden shrink-0 @3xl:flex">
              {run.accountName}
            </Fact>
          )}
          <Fact name="Branch" className="hidden flex-1 @4xl:flex">
            <code className="truncate text-small font-normal" title={run.branch ?? undefined}>
              {run.branch}
            </code>
          </Fact>
          <Fact name="Elapsed" className={always}>
            <Elapsed run={run} />
          </Fact>
          <Fact name="Cost" className={always}>
            {run.costUsd !== null && <Estimate estimated={run.estimated} usd={run.costUsd} />}
          </Fact>
          <Fact name="Tokens" className={always}>
            <span title={tokenDetail(run)}>
              <Estimate estimated={run.estimated} count={tokenSum(run)} />
            </span>
          </Fact>
          <Fact name="Attempt" className="flex border-r-0 md:hidden">
            {run.attempt}
          </Fact>
        </dl>
        <div
          className={cx(
            'px-4 py-2 md:w-47 md:shrink-0 md:px-3.5',
            run.contextFill === null && 'hidden md:invisible md:block',
          )}
        >
          <ContextGauge fill={run.contextFill} />
        </div>
      </div>
    </div>
  );
}
