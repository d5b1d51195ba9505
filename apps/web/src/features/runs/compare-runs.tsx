import { cx, Dialog, Select, Skeleton, StateIcon } from '@cw/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { trpc } from '../../data/api.ts';
import type { Comparison, RunRow, RunView } from '../../data/api-types.ts';
import { QueryView } from '../../data/query-view.tsx';
import { runShown } from '../../entities/run/run-state.ts';
import { formatCount, formatDuration, formatMoney, modelName, plural } from '../../entities/text/format.ts';

type Compared = Comparison['runs'][number];
type ChangedFiles = NonNullable<Comparison['files']>;

function counts(files: ChangedFiles): string {
  const sum = (name: 'added' | 'removed') => files.reduce((total, file) => total + (file[name] ?? 0), 0);
  return `${plural(files.length, 'file')}, +${sum('added')} −${sum('removed')}`;
}

type CompareFact = {
  readonly name: string;
  readonly of: (run: Compared) => string;
  readonly icon?: (run: Compared) => ReactNode;
  /** Of numbers, which stand below each other. */
  readonly figures?: boolean;
};

const facts: readonly CompareFact[] = [
  {
    name: 'Outcome',
    of: (run) => runShown(run).name,
    icon: (run) => <StateIcon state={runShown(run).state} bare />,
  },
  { name: 'Reason', of: (run) => run.reason ?? '' },
  { name: 'Summary', of: (run) => run.summary ?? '' },
  { name: 'Model', of: (run) => [modelName(run.model ?? run.provider), run.accountName].filter(Boolean).join(', ') },
  { name: 'Time', figures: true, of: (run) => (run.durationMs === null ? '' : formatDuration(run.durationMs)) },
  { name: 'Turns', figures: true, of: (run) => (run.turns === 0 ? '' : String(run.turns)) },
  {
    name: 'Tokens',
    figures: true,
    of: ({ tokens }) => formatCount(tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite),
  },
  { name: 'Cost', figures: true, of: (run) => (run.costUsd === null ? '' : formatMoney(run.costUsd, run.estimated)) },
  { name: 'Commits', figures: true, of: ({ changes }) => (changes === null ? '' : String(changes.commits)) },
  { name: 'Changed', figures: true, of: ({ changes }) => (changes === null ? '' : counts(changes.files)) },
];

function Facts({ runs }: { readonly runs: Comparison['runs'] }) {
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <thead>
        <tr className="border-b border-line text-small text-fg-2">
          <th scope="col" className="w-18 py-1.5 font-medium md:w-24">
            <span className="sr-only">What</span>
          </th>
          {runs.map((run) => (
            <th key={run.id} scope="col" className="py-1.5 pr-3 font-medium">
              Attempt {run.attempt}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {facts
          .filter(({ of }) => runs.some((run) => of(run) !== ''))
          .map(({ name, of, icon, figures }) => (
            <tr key={name} className="border-b border-line align-top">
              <th scope="row" className="py-1.5 text-small font-normal text-fg-3">
                {name}
              </th>
              {runs.map((run) => (
                <td key={run.id} className={cx('py-1.5 pr-3 wrap-anywhere', figures && 'tabular-nums')}>
                  {icon && <span className="mr-1.5 inline-flex align-[-2px]">{icon(run)}</span>}
                  {of(run)}
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function Differences({ comparison: { runs, files } }: { readonly comparison: Comparison }) {
  if (files === null)
    return (
      <p className="text-fg-3">Their work cannot be compared: one of them left no commit, or its commit is gone.</p>
    );
  if (files.length === 0) return <p className="text-fg-2">Both made the same changes.</p>;
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-small font-medium text-fg-2">
        From what attempt {runs[0].attempt} left to what attempt {runs[1].attempt} left: {counts(files)}
      </h3>
      <ul className="max-h-60 overflow-y-auto">
        {files.map((file) => (
          <li key={file.path} className="flex min-h-6.5 items-center gap-2 text-small">
            <code className="min-w-0 flex-1 wrap-anywhere">{file.path}</code>
            {file.added === null ? (
              <span className="text-fg-3">binary</span>
            ) : (
              <span className="flex gap-1.5 tabular-nums">
                <span className="text-add-fg">+{file.added}</span>
                <span className="text-del-fg">−{file.removed}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type CompareRunsProps = {
  readonly run: RunView;
  readonly attempts: readonly RunRow[];
  readonly onClose: () => void;
};

/** Two attempts at a task side by side: how they went, what they cost, and how what they left differs. */
export function CompareRuns({ run, attempts, onClose }: CompareRunsProps) {
  const others = attempts.filter(({ id }) => id !== run.id);
  const [other, setOther] = useState(others.find(({ attempt }) => attempt < run.attempt)?.id ?? others[0]?.id ?? '');
  const isEarlier = (others.find(({ id }) => id === other)?.attempt ?? 0) < run.attempt;
  const [first, second] = isEarlier ? [other, run.id] : [run.id, other];
  const query = useQuery(trpc.dispatch.compare.queryOptions({ run: first, other: second }));
  return (
    <Dialog open onOpenChange={onClose} title="Compare attempts" width="large">
      <div className="flex flex-col gap-4 pb-4">
        {others.length > 1 && (
          <Select
            aria-label={`Compare attempt ${run.attempt} with`}
            value={other}
            onChange={(event) => setOther(event.target.value)}
            options={others.map((each) => ({
              value: each.id,
              label: `Attempt ${each.attempt}, ${runShown(each).name}`,
            }))}
          />
        )}
        <QueryView query={query} what="The comparison" pending={<Skeleton className="my-4 w-80" />}>
          {(comparison) => (
            <>
              <Facts runs={comparison.runs} />
              <Differences comparison={comparison} />
            </>
          )}
        </QueryView>
      </div>
    </Dialog>
  );
}
