import { cx, RelativeTime } from '@cw/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '../../data/api.ts';
import type { ThreadRow } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { snippetOf, threadTitle } from './mail-words.ts';

type About = { readonly runId: string } | { readonly agentId: string };

const shown = 3;

/** The last threads about a run or an agent; undefined until that is known. */
export function useLastThreads(about: About) {
  return useQuery(trpc.messages.threads.queryOptions({ ...about, limit: shown })).data;
}

function ThreadLine({ thread }: { readonly thread: ThreadRow }) {
  const { id, last, unread } = thread;
  return (
    <Link
      to="/inbox/messages/$threadId"
      params={{ threadId: id }}
      search={onlyProject}
      className="flex min-h-7 items-center gap-2 rounded-key px-2 text-small hover:bg-hover max-md:min-h-11"
    >
      {unread > 0 && (
        <span className="size-1.5 shrink-0 rounded-full bg-accent">
          <span className="sr-only">Unread</span>
        </span>
      )}
      <span className="min-w-0 flex-1 truncate">
        <span className={cx('mr-1.5', unread > 0 ? 'font-medium' : 'text-fg-3')}>{threadTitle(last)}</span>
        {snippetOf(last.text)}
      </span>
      <RelativeTime at={last.createdAt} className="w-8 shrink-0 text-right text-fg-3" />
    </Link>
  );
}

type LastThreadsProps = {
  readonly threads: readonly ThreadRow[];
  readonly total: number;
  readonly about: About;
};

/** What was written to a run or an agent and from it, the last first, with the way to the rest. */
export function LastThreads({ threads, total, about }: LastThreadsProps) {
  const search = 'runId' in about ? { run: about.runId } : { agent: about.agentId };
  return (
    <ul aria-label="Messages" className="-mx-2 flex flex-col">
      {threads.map((thread) => (
        <li key={thread.id}>
          <ThreadLine thread={thread} />
        </li>
      ))}
      {total > threads.length && (
        <li>
          <Link
            to="/inbox/messages"
            search={(previous) => ({ project: previous.project, show: 'all' as const, ...search })}
            className="flex min-h-7 items-center rounded-key px-2 text-small text-fg-2 hover:bg-hover hover:text-fg max-md:min-h-11"
          >
            All {total.toLocaleString('en-US')} threads
          </Link>
        </li>
      )}
    </ul>
  );
}
