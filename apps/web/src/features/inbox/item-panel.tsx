import { Button, IconButton, RelativeTime, Skeleton, type StateName, StatePill } from '@cw/ui';
import { ArrowLeft, ChevronDown, ChevronUp, Terminal, X } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ItemView } from '../../data/api-types.ts';
import { detailsOf } from '../../data/details.ts';
import { onlyProject } from '../../data/only-project.ts';
import { QueryView } from '../../data/query-view.tsx';
import { itemKinds } from '../../entities/inbox/item-kinds.ts';
import { ItemText } from '../../entities/inbox/item-text.tsx';
import { ItemHeading } from '../../entities/inbox/item-title.tsx';
import { pressKey, useKeys } from '../../frame/keys.ts';
import { DismissItem } from './dismiss-item.tsx';
import { FailedCheck } from './failed-check.tsx';
import { ItemAnswers } from './item-answers.tsx';
import { ItemEnd } from './item-end.tsx';
import { ItemFacts } from './item-facts.tsx';

/** An item that has ended wears nobody's colour any more. */
function pillOf({ kind, state }: ItemView): StateName {
  if (state === 'open') return itemKinds[kind].state;
  return state === 'answered' ? 'done' : 'cancelled';
}

function Head({ item, onClose }: { readonly item: ItemView | undefined; readonly onClose: () => void }) {
  const kind = item && itemKinds[item.kind];
  return (
    <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-4 max-md:h-12 max-md:gap-0.5 max-md:px-1">
      <IconButton label="Back to the list" className="size-11 md:hidden" onClick={onClose}>
        <ArrowLeft />
      </IconButton>
      {item && kind && <StatePill state={pillOf(item)}>{kind.name}</StatePill>}
      {item && item.state === 'open' && (
        <span className="truncate text-small text-fg-3 max-md:ml-2">
          waiting <RelativeTime at={item.createdAt} />
        </span>
      )}
      <span className="flex-1" />
      {item?.runId && (
        <Link
          to="/runs/$runId"
          params={{ runId: item.runId }}
          search={onlyProject}
          className="hidden h-7 items-center gap-1.5 rounded-control px-2 font-medium text-fg-2 hover:bg-hover hover:text-fg md:inline-flex"
        >
          <Terminal aria-hidden="true" size={14} />
          Open run
        </Link>
      )}
      {item?.state === 'open' && <DismissItem item={item} withKeys />}
      <IconButton label="Previous item" shortcut="K" className="max-md:size-11" onClick={() => pressKey('k')}>
        <ChevronUp />
      </IconButton>
      <IconButton label="Next item" shortcut="J" className="max-md:size-11" onClick={() => pressKey('j')}>
        <ChevronDown />
      </IconButton>
      <span className="hidden md:inline-flex">
        <IconButton label="Close item" shortcut="Esc" onClick={onClose}>
          <X />
        </IconButton>
      </span>
    </div>
  );
}

function Body({ item }: { readonly item: ItemView }) {
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="fade-in mx-auto flex w-full max-w-170 flex-col gap-4 px-4 py-5 md:px-5 md:py-7">
          <h2 className="text-item font-semibold wrap-anywhere">
            <ItemHeading item={item} />
          </h2>
          <ItemText item={item} />
          <FailedCheck item={item} />
          <ItemFacts item={item} />
        </div>
      </div>
      <div className="max-h-[60%] shrink-0 overflow-y-auto border-t border-line">
        <div className="mx-auto w-full max-w-170 px-4 py-3 md:px-5">
          {item.state === 'open' ? (
            <ItemAnswers key={item.id} item={item} />
          ) : (
            <div className="flex flex-wrap items-start gap-3">
              <div className="min-w-0 flex-1">
                <ItemEnd item={item} />
              </div>
              <Button className="max-md:h-11" shortcut="J" onClick={() => pressKey('j')}>
                Next
              </Button>
            </div>
          )}
        </div>
      </div>
    </>
  );
}

function ItemSkeleton() {
  return (
    <div role="status" aria-label="Loading the item" className="mx-auto flex w-full max-w-170 flex-col gap-4 px-5 py-7">
      <Skeleton className="h-5 w-96" />
      <Skeleton className="w-80" />
      <Skeleton className="h-20 w-full rounded-card" />
    </div>
  );
}

/** One item of the inbox: what is asked, all there is to know about it, and the answers at the bottom. */
export function ItemPanel({ itemId }: { readonly itemId: string }) {
  const navigate = useNavigate();
  const query = useQuery(detailsOf.item(itemId));
  const close = () => void navigate({ to: '/inbox', search: true });
  useKeys([{ keys: 'escape', label: 'Close the item', group: 'In a list', quiet: true, run: close }]);
  return (
    <section aria-label="Item" className="flex min-h-0 min-w-0 flex-1 flex-col bg-bg">
      <h1 className="sr-only lg:hidden">Inbox item</h1>
      <Head item={query.data} onClose={close} />
      <QueryView query={query} what="The item" pending={<ItemSkeleton />}>
        {(item) => <Body item={item} />}
      </QueryView>
    </section>
  );
}
