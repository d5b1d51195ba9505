import { Button, cx, StateIcon } from '@cw/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { trpc } from '../../data/api.ts';
import type { AttemptTimes, RunRow, RunView } from '../../data/api-types.ts';
import { runShown } from '../../entities/run/run-state.ts';
import { formatDuration } from '../../entities/text/format.ts';
import { withLocalTimes } from '../../entities/text/local-times.ts';
import { CompareRuns } from './compare-runs.tsx';
import { RailSection } from './rail-section.tsx';
import { runSpan } from './run-time.ts';
import { useNow } from './use-now.ts';

type Kind = AttemptTimes['spans'][number]['kind'];
type Stretch = { readonly kind: Kind; readonly from: number; readonly ms: number };

const colors: Readonly<Record<Kind, string>> = {
  waiting: 'bg-seg-queued',
  running: 'bg-seg-running',
  checking: 'bg-seg-checking',
  merging: 'bg-seg-merging',
  limited: 'bg-seg-limited',
};
const kinds: readonly Kind[] = ['waiting', 'running', 'limited', 'checking', 'merging'];

/** The stretches of an attempt at `now`; until they came, what its own row tells. */
function stretches(run: RunRow, times: AttemptTimes | undefined, now: number): readonly Stretch[] {
  if (times) {
    return times.spans.map(({ kind, from, to }) => {
      const begin = Date.parse(from);
      return { kind, from: begin, ms: Math.max(0, (to === null ? now : Date.parse(to)) - begin) };
    });
  }
  const { queued, running } = runSpan(run, now);
  const created = Date.parse(run.createdAt);
  return [
    { kind: 'waiting', from: created, ms: queued },
    { kind: 'running', from: created + queued, ms: running },
  ];
}

function TimeLine({ spans, longest }: { readonly spans: readonly Stretch[]; readonly longest: number }) {
  const told = spans.map(({ kind, ms }) => `${kind} ${formatDuration(ms)}`).join(', ');
  return (
    <span className="ml-5.5 flex gap-0.5" title={told}>
      <span className="sr-only">{told}</span>
      {spans.map((span) => (
        <span
          key={`${span.kind}-${span.from}`}
          aria-hidden="true"
          className={cx('h-1.5 min-w-1 rounded-[2px]', colors[span.kind])}
          style={{ width: `${(span.ms / longest) * 100}%` }}
        />
      ))}
    </span>
  );
}

function Legend({ shown }: { readonly shown: ReadonlySet<Kind> }) {
  return (
    <ul className="ml-5.5 flex flex-wrap gap-x-3 gap-y-1 text-meta text-fg-3">
      {kinds
        .filter((kind) => shown.has(kind))
        .map((kind) => (
          <li key={kind} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={cx('size-2 rounded-[2px]', colors[kind])} />
            {kind}
          </li>
        ))}
    </ul>
  );
}

/** The attempts at the task of a run, newest first: what each was doing when, to one scale. */
export function Attempts({ run }: { readonly run: RunView }) {
  const { data } = useQuery(trpc.runs.list.queryOptions({ taskId: run.taskId, limit: 50 }));
  const times = useQuery(trpc.dispatch.spans.queryOptions({ taskId: run.taskId }));
  const [comparing, setComparing] = useState(false);
  const attempts = data?.items.toSorted((a, b) => b.attempt - a.attempt) ?? [];
  const isGoing = times.data?.items.some(({ spans }) => spans.some(({ to }) => to === null)) ?? false;
  const now = useNow(isGoing || attempts.some((each) => each.endedAt === null));
  const rows = attempts.map((attempt) => {
    const spans = stretches(
      attempt,
      times.data?.items.find(({ runId }) => runId === attempt.id),
      now,
    );
    return { attempt, spans, total: spans.reduce((sum, { ms }) => sum + ms, 0) };
  });
  const longest = Math.max(1, ...rows.map(({ total }) => total));
  return (
    <RailSection title="Attempts" aside={attempts.length > 1 ? 'times to scale' : null}>
      <ul className="flex flex-col gap-3">
        {rows.map(({ attempt, spans, total }) => {
          const shown = runShown(attempt);
          const isThis = attempt.id === run.id;
          return (
            <li key={attempt.id}>
              <Link
                to="/runs/$runId"
                params={{ runId: attempt.id }}
                search={true}
                aria-current={isThis ? 'page' : undefined}
                className="flex flex-col gap-1 rounded-key hover:bg-hover"
              >
                <span className="flex items-center gap-2">
                  <StateIcon state={shown.state} />
                  <span className={isThis ? 'font-medium' : undefined}>Attempt {attempt.attempt}</span>
                  <span className="text-fg-3">{shown.name}</span>
                  <span className="ml-auto text-small text-fg-3 tabular-nums">{formatDuration(total)}</span>
                </span>
                <TimeLine spans={spans} longest={longest} />
                {attempt.reason && !isThis && (
                  <span className="ml-5.5 line-clamp-2 text-small text-fg-3">{withLocalTimes(attempt.reason)}</span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
      {rows.length > 0 && <Legend shown={new Set(rows.flatMap(({ spans }) => spans.map(({ kind }) => kind)))} />}
      {attempts.length > 1 && (
        <Button size="small" className="self-start max-md:min-h-11" onClick={() => setComparing(true)}>
          Compare attempts
        </Button>
      )}
      {comparing && <CompareRuns run={run} attempts={attempts} onClose={() => setComparing(false)} />}
    </RailSection>
  );
}
