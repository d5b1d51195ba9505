import { PanelSection, RelativeTime, StateIcon } from '@cw/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '../../data/api.ts';
import type { AttemptView } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { QueryView } from '../../data/query-view.tsx';
import { MergeMark } from '../../entities/merge/merge-mark.tsx';
import { useMergeByRun } from '../../entities/merge/merges.ts';
import { Estimate } from '../../entities/run/estimate.tsx';
import { runShown } from '../../entities/run/run-state.ts';
import { formatMoney, modelName } from '../../entities/text/format.ts';

/** What kind of failure an attempt ended with, and what came next. */
function AfterRun({ attempt }: { readonly attempt: AttemptView }) {
  const { failure, next } = attempt;
  const said = [...(failure === null ? [] : [failureNames[failure]]), ...sayNext(next)];
  if (said.length === 0) return null;
  return <p className="-mt-0.5 mb-1 pl-7.5 text-small text-fg-3">{said.join('; ')}</p>;
}

const failureNames: Readonly<Record<NonNullable<AttemptView['failure']>, string>> = {
  agent: 'the agent gave up',
  result: 'no valid answer',
  program: 'the program failed',
  limit: 'usage limit',
  throttle: 'too many requests',
  overload: 'model overloaded',
  offline: 'model not reached',
  refusal: 'refused by the model',
  empty: 'empty answer',
  'cut-off': 'answer cut off',
  server: 'model error',
  login: 'sign-in refused',
  spend: 'out of credit',
  context: 'conversation too long',
  cap: 'cap reached',
  script: 'the script failed',
};

function sayNext(next: AttemptView['next']): readonly string[] {
  switch (next.kind) {
    case 'resumed':
      return ['resumed by the next attempt'];
    case 'handed-over':
      return ['handed over to the next attempt with a fresh context'];
    case 'fresh':
      return ['the next attempt starts from scratch'];
    case 'rests':
      return [next.until === null ? 'on hold' : `on hold until ${clock.format(new Date(next.until))}`];
    case 'queued':
      return ['retried soon'];
    case 'person':
      return ['waiting for you'];
    default:
      return [];
  }
}

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The attempts at a task, newest first, with what each cost. */
export function TaskRuns({ taskId }: { readonly taskId: string }) {
  const query = useQuery(trpc.dispatch.attempts.queryOptions({ taskId }));
  const merges = useMergeByRun(taskId);
  const cost = query.data?.items.reduce((sum, run) => sum + (run.costUsd ?? 0), 0);
  return (
    <PanelSection title="Runs" aside={cost ? formatMoney(cost) : null}>
      <QueryView query={query} what="The runs" pending={null}>
        {(page) =>
          page.items.length === 0 ? (
            <p className="text-fg-3">No agent has worked on it yet.</p>
          ) : (
            <ul className="-mx-2 flex flex-col">
              {page.items
                .toSorted((a, b) => b.attempt - a.attempt)
                .map((run) => {
                  const shown = runShown(run);
                  return (
                    <li key={run.id}>
                      <Link
                        to="/runs/$runId"
                        params={{ runId: run.id }}
                        search={onlyProject}
                        className="flex h-7 items-center gap-2 rounded-key px-2 text-small hover:bg-hover max-md:h-11"
                      >
                        <StateIcon state={shown.state} />
                        <span className="whitespace-nowrap">Attempt {run.attempt}</span>
                        <span className="max-w-28 truncate text-fg-2">{run.agentName ?? run.role}</span>
                        <span className="min-w-0 flex-1 truncate text-fg-2" title={run.reason ?? undefined}>
                          {run.outcome && run.outcome !== 'done'
                            ? (run.reason ?? shown.name)
                            : modelName(run.model ?? run.provider)}
                        </span>
                        <MergeMark merge={merges.get(run.id)} />
                        {run.costUsd !== null && (
                          <span className="font-medium tabular-nums">
                            <Estimate estimated={run.estimated} usd={run.costUsd} />
                          </span>
                        )}
                        <RelativeTime at={run.endedAt ?? run.createdAt} className="w-8 text-right text-fg-3" />
                      </Link>
                      <AfterRun attempt={run} />
                    </li>
                  );
                })}
            </ul>
          )
        }
      </QueryView>
    </PanelSection>
  );
}
