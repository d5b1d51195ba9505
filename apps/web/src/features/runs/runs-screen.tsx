import { Button, cx, Menu, MenuChoices, RelativeTime, RoleBadge, SkeletonRows, StateIcon } from '@cw/ui';
import { Bot, ListFilter } from '@cw/ui/icons';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, useMemo } from 'react';
import type { MergeRequestView, RunRow } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { QueryView } from '../../data/query-view.tsx';
import { MergeMark } from '../../entities/merge/merge-mark.tsx';
import { useMergeByRun } from '../../entities/merge/merges.ts';
import { useProjectNames } from '../../entities/project/projects.ts';
import { Estimate } from '../../entities/run/estimate.tsx';
import { runShown } from '../../entities/run/run-state.ts';
import { CodeInText } from '../../entities/text/code-in-text.tsx';
import { formatCount, formatDuration, modelName } from '../../entities/text/format.ts';
import { withLocalTimes } from '../../entities/text/local-times.ts';
import { TopBar } from '../../frame/top-bar.tsx';
import { useLinkKeys } from '../../frame/use-list-keys.ts';
import { NoRuns, OlderRuns } from './no-runs.tsx';
import { type RunShow, readRunSearch, runShows } from './run-search.ts';
import { runTook } from './run-time.ts';
import { useNow } from './use-now.ts';
import { useRuns } from './use-runs.ts';

const showNames: Readonly<Record<RunShow, string>> = {
  all: 'All runs',
  running: 'Running',
  waiting: 'Needs you',
  failed: 'Failed',
};

/** What stands where in a row, and what its column is called. */
const columns = {
  agent: { name: 'Agent', at: 'hidden w-28 shrink-0 items-center gap-1.5 text-small text-fg-2 sm:flex' },
  project: { name: 'Project', at: 'hidden w-28 shrink-0 truncate text-small text-fg-2 xl:inline' },
  model: { name: 'Model', at: 'hidden w-20 shrink-0 truncate text-small text-fg-2 lg:inline' },
  tokens: { name: 'Tokens', at: 'hidden w-14 shrink-0 text-right text-small text-fg-2 tabular-nums lg:inline' },
  cost: { name: 'Cost', at: 'w-14 shrink-0 text-right text-small font-medium tabular-nums' },
  took: { name: 'Took', at: 'hidden w-16 shrink-0 text-right text-small text-fg-2 tabular-nums sm:inline' },
  when: { name: 'Ended', at: 'w-12 shrink-0 text-right text-small text-fg-3' },
} as const;

/** Names of the columns; the rows say the same to assistive programs. */
function ColumnHeads() {
  const head = ({ name, at }: { readonly name: string; readonly at: string }) => (
    <span className={cx(at, 'font-normal! text-fg-3!')}>{name}</span>
  );
  return (
    <div
      aria-hidden="true"
      className="sticky top-0 z-1 hidden h-8 items-center gap-2.5 border-b border-line border-l-2 border-l-transparent bg-sunken pr-4 pl-3.5 text-small text-fg-3 md:flex"
    >
      <span className="w-3.5 shrink-0" />
      {head(columns.agent)}
      <span className="min-w-0 flex-1">Task</span>
      {[columns.project, columns.model, columns.tokens, columns.cost, columns.took, columns.when].map((column) => (
        <Fragment key={column.name}>{head(column)}</Fragment>
      ))}
    </div>
  );
}

function RunLine({
  run,
  merge,
  active,
  project,
}: {
  readonly run: RunRow;
  readonly merge: MergeRequestView | undefined;
  readonly active: boolean;
  readonly project: string | undefined;
}) {
  const shown = runShown(run);
  const took = runTook(run, useNow(run.endedAt === null));
  const tokens = run.tokens.input + run.tokens.output + run.tokens.cacheRead + run.tokens.cacheWrite;
  return (
    <li id={run.id}>
      <Link
        to="/runs/$runId"
        params={{ runId: run.id }}
        search={onlyProject}
        className={cx(
          'flex h-8 items-center gap-2.5 border-l-2 pr-4 pl-3.5 outline-offset-[-2px] max-md:h-11',
          active ? 'border-accent bg-selected' : 'border-transparent hover:bg-hover',
        )}
      >
        <StateIcon state={shown.state} />
        <span className={columns.agent.at}>
          <RoleBadge of={run.role} />
          <span className="truncate">{run.agentName ?? run.role}</span>
        </span>
        <span className="min-w-0 flex-1 truncate">
          {run.taskTitle}
          {run.attempt > 1 && <span className="ml-2 text-small text-fg-3">attempt {run.attempt}</span>}
          {run.reason && (
            <span className="ml-2 text-small text-fg-3">
              <CodeInText text={withLocalTimes(run.reason)} />
            </span>
          )}
        </span>
        <MergeMark merge={merge} brief />
        <span className={columns.project.at}>{project}</span>
        <span className={columns.model.at} title={run.model ?? undefined}>
          {modelName(run.model ?? run.provider)}
        </span>
        <span className={columns.tokens.at}>{tokens > 0 && formatCount(tokens)}</span>
        <span className={columns.cost.at}>
          {run.costUsd !== null && <Estimate estimated={run.estimated} usd={run.costUsd} />}
        </span>
        <span className={columns.took.at} title={run.endedAt === null ? 'Running for' : 'Took'}>
          {took !== undefined && (
            <>
              <span className="sr-only">{run.endedAt === null ? 'running for ' : 'took '}</span>
              {formatDuration(took)}
            </>
          )}
        </span>
        <span className={columns.when.at}>
          <span className="sr-only">{run.endedAt === null ? 'began ' : 'ended '}</span>
          <RelativeTime at={run.endedAt ?? run.startedAt ?? run.createdAt} />
        </span>
      </Link>
    </li>
  );
}

/** The runs, newest first. */
export function RunsScreen() {
  const search = useSearch({ from: '/runs/' });
  const { show = 'all', agent } = readRunSearch({ ...search });
  const navigate = useNavigate({ from: '/runs/' });
  const names = useProjectNames();
  const merges = useMergeByRun();
  const query = useRuns({ project: search.project, show, agent });
  const agents = agent && !query.agents.includes(agent) ? [agent, ...query.agents] : query.agents;
  const ids = useMemo(() => query.data?.map((run) => run.id) ?? [], [query.data]);
  const active = useLinkKeys({
    ids,
    openId: undefined,
    onOpen: (id) => void navigate({ to: '/runs/$runId', params: { runId: id }, search: { project: search.project } }),
  });
  return (
    <>
      <TopBar title="Runs" count={query.data?.length}>
        <Menu
          align="end"
          trigger={
            <Button
              variant="quiet"
              icon={<Bot aria-hidden="true" size={14} />}
              aria-label={agent === undefined ? 'All agents' : `Agent: ${agent}`}
            >
              <span className="max-w-28 truncate max-md:hidden">{agent ?? 'All agents'}</span>
            </Button>
          }
        >
          <MenuChoices
            label="Agent"
            value={agent ?? ''}
            onChange={(next) =>
              void navigate({ to: '.', search: (previous) => ({ ...previous, agent: next || undefined }) })
            }
            options={[{ value: '', label: 'All agents' }, ...agents.map((value) => ({ value, label: value }))]}
          />
        </Menu>
        <Menu
          align="end"
          trigger={
            <Button variant="quiet" icon={<ListFilter aria-hidden="true" size={14} />}>
              {showNames[show]}
            </Button>
          }
        >
          <MenuChoices
            label="Show"
            value={show}
            onChange={(next) =>
              void navigate({
                to: '.',
                search: (previous) => ({ ...previous, show: runShows.find((each) => each === next && each !== 'all') }),
              })
            }
            options={runShows.map((value) => ({ value, label: showNames[value] }))}
          />
        </Menu>
      </TopBar>
      <QueryView query={query} what="The runs" pending={<SkeletonRows label="Loading runs" />}>
        {(rows) =>
          rows.length === 0 ? (
            <NoRuns query={query} limited={show !== 'all' || agent !== undefined} />
          ) : (
            <div className="min-h-0 flex-1 overflow-y-auto">
              <ColumnHeads />
              <ul aria-label="Runs">
                {rows.map((run) => (
                  <RunLine
                    key={run.id}
                    run={run}
                    merge={merges.get(run.id)}
                    active={active === run.id}
                    project={names.get(run.projectId)}
                  />
                ))}
              </ul>
              <OlderRuns query={query} />
            </div>
          )
        }
      </QueryView>
    </>
  );
}
