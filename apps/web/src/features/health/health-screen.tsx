import { IconButton, RelativeTime, SkeletonRows, StateIcon } from '@cw/ui';
import { RotateCcw } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { trpc } from '../../data/api.ts';
import type { HealthReport } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { QueryView } from '../../data/query-view.tsx';
import { withLocalTimes } from '../../entities/text/local-times.ts';
import { TopBar } from '../../frame/top-bar.tsx';
import { CleanUp } from './clean-up.tsx';
import { HealthParts } from './health-parts.tsx';
import { ErrorList, RecoveryList } from './health-story.tsx';

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-6">
      <h2 className="mb-1 text-small font-medium text-fg-2">{title}</h2>
      {children}
    </section>
  );
}

function Verdict({ report }: { readonly report: HealthReport }) {
  const problems = report.concerns.filter(({ level }) => level === 'problem').length;
  return (
    <div className="flex items-center gap-2">
      <StateIcon state={report.well ? 'done' : 'failed'} size={16} bare />
      <h2 className="text-panel font-semibold">
        {report.well ? 'Everything is healthy' : problems === 1 ? 'Something is wrong' : `${problems} problems`}
      </h2>
      <span className="ml-auto text-small text-fg-3">
        looked at <RelativeTime at={report.at} />
      </span>
    </div>
  );
}

const places = {
  agents: { to: '/agents', name: 'Agents' },
  accounts: { to: '/accounts', name: 'Accounts' },
  merges: { to: '/merges', name: 'Merge queue' },
} as const;

/** The way to the screen where something can be done about a concern, where there is one. */
function PlaceOf({ about }: { readonly about: string }) {
  const place = Object.entries(places).find(([name]) => name === about)?.[1];
  if (place === undefined) return null;
  return (
    <Link
      to={place.to}
      search={onlyProject}
      className="touch-area ml-auto h-5 shrink-0 text-small text-fg-2 hover:text-fg hover:underline"
    >
      {place.name}
    </Link>
  );
}

/** What is wrong or worth knowing, each with what to do about it. */
function Concerns({ concerns }: Pick<HealthReport, 'concerns'>) {
  if (concerns.length === 0) return null;
  return (
    <ul aria-label="Problems" className="mt-3 flex flex-col gap-2">
      {concerns.map(({ level, about, message, hint }) => (
        <li key={message} className="flex gap-2.5 rounded-card border border-line bg-sunken px-3 py-2">
          <span className="mt-1">
            <StateIcon state={level === 'problem' ? 'failed' : 'waiting'} bare />
          </span>
          <span className="min-w-0 wrap-anywhere">
            <span className="sr-only">{level === 'problem' ? 'Problem: ' : 'Notice: '}</span>
            {withLocalTimes(message)}
            {hint && <span className="block text-small text-fg-2">{withLocalTimes(hint)}</span>}
          </span>
          <PlaceOf about={about} />
        </li>
      ))}
    </ul>
  );
}

/** How everything is: who starts agents and who watches that, agents, queue, disk, what went wrong and what was put right. */
export function HealthScreen() {
  const query = useQuery(trpc.system.health.queryOptions());
  // What was well a while ago is no answer where the health cannot be told any more.
  const latest = query.error ? { ...query, data: undefined } : query;
  return (
    <>
      <TopBar title="Health">
        <CleanUp />
        <IconButton label="Check again" onClick={() => void query.refetch()}>
          <RotateCcw />
        </IconButton>
      </TopBar>
      <QueryView query={latest} what="The health of the workspace" pending={<SkeletonRows label="Loading health" />}>
        {(report) => (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <div className="fade-in mx-auto w-full max-w-170 px-5 py-5">
              <Verdict report={report} />
              <Concerns concerns={report.concerns} />
              <Section title="Now">
                <HealthParts report={report} />
              </Section>
              <Section title="Last errors">
                <ErrorList errors={report.errors} />
              </Section>
              <Section title="Recovered">
                <RecoveryList recoveries={report.recoveries} />
              </Section>
            </div>
          </div>
        )}
      </QueryView>
    </>
  );
}
