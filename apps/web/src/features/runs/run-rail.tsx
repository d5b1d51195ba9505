import { useMemo } from 'react';
import type { RunView } from '../../data/api-types.ts';
import { EventSlice } from '../../entities/event/event-slice.tsx';
import { LastThreads, useLastThreads } from '../../entities/mail/last-threads.tsx';
import { CodeInText } from '../../entities/text/code-in-text.tsx';
import { withLocalTimes } from '../../entities/text/local-times.ts';
import { Attempts } from './attempts.tsx';
import { editedFiles } from './edited-files.ts';
import { RailSection } from './rail-section.tsx';
import { RunGiven } from './run-given.tsx';
import { RunMerge } from './run-merge.tsx';
import { useRunEdits } from './use-run-edits.ts';

function EditedFiles({ run }: { readonly run: RunView }) {
  const edits = useRunEdits(run.id);
  const files = useMemo(() => editedFiles(edits, run.worktree), [edits, run.worktree]);
  if (files.length === 0) return null;
  const sum = (name: 'added' | 'removed') => files.reduce((total, file) => total + file[name], 0);
  return (
    <RailSection
      title={`Files edited ${files.length}`}
      aside={<Counts added={sum('added')} removed={sum('removed')} />}
    >
      <ul className="flex flex-col">
        {files.map((file) => {
          const slash = file.path.lastIndexOf('/') + 1;
          return (
            <li key={file.path} className="flex h-6.5 items-center gap-2 text-small" title={file.path}>
              <span className="min-w-0 flex-1 truncate text-fg-3">
                {file.path.slice(0, slash)}
                <span className="text-fg">{file.path.slice(slash)}</span>
              </span>
              <Counts added={file.added} removed={file.removed} />
            </li>
          );
        })}
      </ul>
    </RailSection>
  );
}

function Counts({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span className="inline-flex shrink-0 gap-1.5 text-small tabular-nums">
      <span className="text-add-fg">+{added}</span>
      <span className="text-del-fg">−{removed}</span>
    </span>
  );
}

/** What kind of failure ended it, and what it went on with. */
function kindOf(run: RunView): string | null {
  const failure = run.failure === null ? [] : [`failed: ${run.failure}`];
  const turns = run.turns === 0 ? [] : [run.turns === 1 ? '1 turn' : `${run.turns} turns`];
  const parts = [...failure, ...turns, ...(run.exitCode === null ? [] : [`exit ${run.exitCode}`])];
  return parts.length === 0 ? null : parts.join(', ');
}

function Result({ run }: { readonly run: RunView }) {
  if (!run.summary && !run.reason && !run.note && run.deviations.length === 0 && run.denials.length === 0) return null;
  return (
    <RailSection title="Result" aside={kindOf(run)}>
      {run.reason && (
        <p className="font-medium wrap-anywhere">
          <CodeInText text={withLocalTimes(run.reason)} />
        </p>
      )}
      {run.note && <p className="text-fg-2 wrap-anywhere whitespace-pre-wrap">It was told: {run.note}</p>}
      {run.summary && run.summary !== run.reason && (
        <p className="whitespace-pre-wrap text-fg-2 wrap-anywhere">
          <CodeInText text={run.summary} />
        </p>
      )}
      <TextList title="Deviations" items={run.deviations} />
      <TextList title="Refused" items={run.denials} />
    </RailSection>
  );
}

function TextList({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <h4 className="text-small text-fg-3">{title}</h4>
      <ul className="list-disc pl-4 text-fg-2 marker:text-fg-mute">
        {items.map((item) => (
          <li key={item} className="wrap-anywhere">
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether it is kept in a sandbox; nothing of one that has not started. */
function Sandbox({ run: { sandbox } }: { readonly run: RunView }) {
  if (sandbox === null) return null;
  return (
    <RailSection title="Sandbox">
      <p className={sandbox.on ? undefined : 'text-fg-2'}>
        {sandbox.on
          ? ['Sandboxed', sandbox.network === 'private' ? 'with a private network' : [], sandbox.missing ?? []]
              .flat()
              .join(', ')
          : `Not sandboxed: ${sandbox.why}`}
      </p>
    </RailSection>
  );
}

function RunMessages({ runId }: { readonly runId: string }) {
  const about = { runId };
  const page = useLastThreads(about);
  if (!page || page.items.length === 0) return null;
  return (
    <RailSection title="Messages" aside={page.total}>
      <LastThreads threads={page.items} total={page.total} about={about} />
    </RailSection>
  );
}

/** Beside the log: the attempts, what came of it, where its merge stands, and what the agent was given. */
export function RunRail({ run }: { readonly run: RunView }) {
  return (
    <>
      <Attempts run={run} />
      <Result run={run} />
      <RunMerge run={run} />
      <EditedFiles run={run} />
      <Sandbox run={run} />
      <RunMessages runId={run.id} />
      <RunGiven runId={run.id} />
      <div className="px-4 pb-5">
        <EventSlice entity={run.id} title="Activity" task={run.taskId} />
      </div>
    </>
  );
}
