import { RelativeTime, StatePill } from '@cw/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '../../data/api.ts';
import type { ItemView } from '../../data/api-types.ts';
import { onlyProject } from '../../data/only-project.ts';
import { AnswerBlock } from './answer-block.tsx';
import { itemKinds } from './item-kinds.ts';
import { ItemText } from './item-text.tsx';
import { ItemHeading } from './item-title.tsx';

type About = { readonly taskId: string } | { readonly runId: string };

const none: readonly ItemView[] = [];

/** What waits for a person about a task or a run, the oldest first; nothing until that is known. */
export function useOpenItems(about: About): readonly ItemView[] {
  return useQuery(trpc.inbox.list.queryOptions({ ...about, limit: 20 })).data?.items ?? none;
}

/** An open item in a place that is about something else: what is asked, and the answers. */
export function OpenItem({ item }: { readonly item: ItemView }) {
  const kind = itemKinds[item.kind];
  return (
    <section aria-label={`${kind.name} that waits for you`} className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatePill state={kind.state}>{kind.name}</StatePill>
        <span className="text-small text-fg-3">
          waiting <RelativeTime at={item.createdAt} />
        </span>
        <Link
          to="/inbox/$itemId"
          params={{ itemId: item.id }}
          search={onlyProject}
          className="ml-auto inline-flex items-center text-small text-fg-2 hover:text-fg hover:underline max-md:min-h-11"
        >
          In the inbox
        </Link>
      </div>
      <p className="font-medium wrap-anywhere">
        <ItemHeading item={item} />
      </p>
      <ItemText item={item} />
      <AnswerBlock key={item.id} item={item} />
    </section>
  );
}
