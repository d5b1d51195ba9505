import { Kbd, Menu } from '@cw/ui';
import { ListFilter } from '@cw/ui/icons';
import { lazy, Suspense, useState } from 'react';
import { useKeys } from '../../frame/keys.ts';
import type { FilterFieldsProps } from './task-filter-fields.tsx';

const TaskFilterFields = lazy(() =>
  import('./task-filter-fields.tsx').then((module) => ({ default: module.TaskFilterFields })),
);

/** Everything that can limit the tasks: each field opens its words beside it. `F` opens it. */
export function TaskFilterMenu(fields: FilterFieldsProps) {
  const [open, setOpen] = useState(false);
  useKeys([{ keys: 'f', label: 'Filter', group: 'In a list', run: () => setOpen(true) }]);
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          aria-keyshortcuts="f"
          className="inline-flex h-6 shrink-0 items-center gap-1.5 rounded-control border border-line-2 border-dashed px-2 text-small text-fg-2 hover:bg-hover data-[state=open]:bg-active max-md:h-9"
        >
          <ListFilter aria-hidden="true" size={14} />
          Filter
          <span className="hidden md:inline-flex">
            <Kbd>F</Kbd>
          </span>
        </button>
      }
    >
      <Suspense fallback={<div className="h-84" />}>
        <TaskFilterFields {...fields} />
      </Suspense>
    </Menu>
  );
}
