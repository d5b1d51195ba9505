import { RelativeTime } from '@cw/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { HealthReport } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { CodeInText } from '../../entities/text/code-in-text.tsx';
import { withLocalTimes } from '../../entities/text/local-times.ts';

type LineProps = { readonly at: string; readonly children: ReactNode };

function Line({ at, children }: LineProps) {
  return (
    <li className="flex items-start gap-3 border-b border-line py-1.5 last:border-b-0">
      <RelativeTime at={at} className="w-8 shrink-0 text-right text-small leading-5 text-fg-3" />
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
    </li>
  );
}

const link = 'font-medium text-accent-fg hover:underline max-md:py-2';

/** What went wrong last, in the server and in runs. */
export function ErrorList({ errors }: Pick<HealthReport, 'errors'>) {
  if (errors.length === 0) return <p className="text-fg-3">Nothing went wrong.</p>;
  return (
    <ul>
      {errors.map(({ at, runId, taskTitle, message }, index) => (
        <Line key={`${at} ${runId ?? index}`} at={at}>
          {runId ? (
            <Link to="/runs/$runId" params={{ runId }} search={onlyProject} className={link}>
              {taskTitle}
            </Link>
          ) : (
            <span className="font-medium">Server</span>
          )}
          <span className="line-clamp-3 text-small text-fg-2">
            <CodeInText text={withLocalTimes(message)} />
          </span>
        </Line>
      ))}
    </ul>
  );
}

/** What was taken up or put right after a process ended. */
export function RecoveryList({ recoveries }: Pick<HealthReport, 'recoveries'>) {
  if (recoveries.length === 0) return <p className="text-fg-3">Nothing had to be recovered.</p>;
  return (
    <ul>
      {recoveries.map(({ at, type, thing, taskId, taskTitle, message }) => (
        <Line key={`${at} ${type} ${thing}`} at={at}>
          {taskId && (
            <>
              <Link to="/tasks/$taskId" params={{ taskId }} search={onlyProject} className={link}>
                {taskTitle ?? taskId}
              </Link>
              {' · '}
            </>
          )}
          <span className="text-fg-2">{message}</span>
        </Line>
      ))}
    </ul>
  );
}
