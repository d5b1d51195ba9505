import { IconButton, IdText, SidePanel, Skeleton } from '@cw/ui';
import { ArrowLeft, X } from '@cw/ui/icons';
import type { ReactNode } from 'react';
import { useCell } from '../data/cell.ts';
import { type QueryLike, QueryView } from '../data/query-view.tsx';
import { useKeys } from './keys.ts';
import { panelWidth, resizePanel } from './layout.ts';

type DetailPanelProps<T> = {
  /** What it shows, in a sentence: `merge request`. */
  readonly what: string;
  /** As the address has it, until the whole id is known. */
  readonly id: string;
  readonly query: QueryLike<T>;
  readonly onClose: () => void;
  readonly children: (data: T) => ReactNode;
};

/** One thing, beside the list it is in: its id, a way out, and what is known of it. */
export function DetailPanel<T extends { readonly id: string }>(props: DetailPanelProps<T>) {
  const { what, id, query, onClose, children } = props;
  useKeys([{ keys: 'escape', label: `Close the ${what}`, group: 'In a list', quiet: true, run: onClose }]);
  return (
    <SidePanel
      size={{ width: useCell(panelWidth), onResize: resizePanel }}
      label={`${what.charAt(0).toUpperCase()}${what.slice(1)}`}
      head={
        <>
          <IconButton label="Back to the list" className="-ml-3 md:hidden" onClick={onClose}>
            <ArrowLeft />
          </IconButton>
          <IdText id={query.data?.id ?? id} whole />
          <span className="flex-1" />
          <span className="inline-flex max-md:hidden">
            <IconButton label={`Close ${what}`} shortcut="Esc" onClick={onClose}>
              <X />
            </IconButton>
          </span>
        </>
      }
    >
      <QueryView query={query} what={`The ${what}`} pending={<Skeleton className="h-4 w-72" />}>
        {children}
      </QueryView>
    </SidePanel>
  );
}
