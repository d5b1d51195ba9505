import { Button, PanelSection, RelativeTime } from '@cw/ui';
import {
  ArrowRight,
  Check,
  CirclePlus,
  Clock,
  Flag,
  Link2,
  MessageSquare,
  Pencil,
  Play,
  RotateCcw,
  TriangleAlert,
} from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { trpc } from '../../shared/api.ts';
import type { HistoryEntry } from '../../shared/api-types.ts';
import { QueryView } from '../../shared/query-view.tsx';
import { historyLine } from './history-text.ts';

const firstShown = 8;

const icons: Readonly<Record<string, ReactNode>> = {
  'task.created': <CirclePlus />,
  'task.updated': <Pencil />,
  'task.claimed': <Play />,
  'task.assigned': <Play />,
  'task.closed': <Check />,
  'task.reopened': <RotateCcw />,
  'task.blocked': <TriangleAlert />,
  'task.commented': <MessageSquare />,
  'task.dependency-added': <Link2 />,
  'task.dependency-removed': <Link2 />,
  'task.stage-changed': <ArrowRight />,
  'task.follow-up-proposed': <Flag />,
};

function HistoryItem({ entry }: { readonly entry: HistoryEntry }) {
  const line = historyLine(entry);
  return (
    <li className="relative flex gap-2.5 pb-2.5 text-small text-fg-2 not-last:before:absolute not-last:before:top-5 not-last:before:bottom-0 not-last:before:left-[6.5px] not-last:before:w-px not-last:before:bg-line-2">
      <span aria-hidden="true" className="mt-0.5 shrink-0 text-fg-mute [&_svg]:size-3.5">
        {icons[entry.type] ?? <Clock />}
      </span>
      <span className="min-w-0 wrap-anywhere">
        {entry.actor.name} {line.verb}
        {line.changes.map((change) => (
          <span key={change.field}>
            {' '}
            {line.changes.length > 1 && change.field}{' '}
            <span className="font-medium text-fg">
              {change.before} → {change.after}
            </span>
          </span>
        ))}
        {line.reason && <span className="line-clamp-2">: {line.reason}</span>} ·{' '}
        <RelativeTime at={entry.at} className="text-fg-3" />
      </span>
    </li>
  );
}

/** Each change of the task, who made it, before and after; newest first. */
export function TaskHistory({ taskId }: { readonly taskId: string }) {
  const [all, setAll] = useState(false);
  const query = useQuery(trpc.tasks.history.queryOptions({ id: taskId }));
  return (
    <PanelSection title="History">
      <QueryView query={query} what="The history" pending={null}>
        {(page) => {
          const entries = page.items.toSorted((a, b) => b.seq - a.seq);
          return (
            <>
              <ol className="flex flex-col">
                {(all ? entries : entries.slice(0, firstShown)).map((entry) => (
                  <HistoryItem key={entry.seq} entry={entry} />
                ))}
              </ol>
              {!all && entries.length > firstShown && (
                <Button variant="quiet" size="small" className="self-start" onClick={() => setAll(true)}>
                  Show {entries.length - firstShown} older
                </Button>
              )}
            </>
          );
        }}
      </QueryView>
    </PanelSection>
  );
}
