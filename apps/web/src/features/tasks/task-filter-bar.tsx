import { Input } from '@cw/ui';
import { Search } from '@cw/ui/icons';
import { useEffect, useRef, useState } from 'react';
import type { TaskRow } from '../../data/api-types.ts';
import { useKeys } from '../../frame/keys.ts';
import { SavedFilterMenu } from './saved-filter-menu.tsx';
import { TaskDisplayMenus } from './task-display-menu.tsx';
import { TaskFilterChips } from './task-filter-chips.tsx';
import { TaskFilterMenu } from './task-filter-menu.tsx';
import { TaskQueryField } from './task-query-field.tsx';
import type { TaskSearch } from './task-search.ts';

type FilterBarProps = {
  readonly search: TaskSearch & { project?: string | undefined };
  readonly rows: readonly TaskRow[];
  readonly queryError: string | undefined;
  readonly onChange: (change: Partial<TaskSearch>) => void;
};

function TextFilter({ search, onChange }: Pick<FilterBarProps, 'search' | 'onChange'>) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search.q ?? '');
  useEffect(() => setText((held) => (held.trim() === (search.q ?? '') ? held : (search.q ?? ''))), [search.q]);
  useKeys([{ keys: '/', label: 'Search the tasks', group: 'In a list', run: () => field.current?.focus() }]);
  return (
    <Input
      ref={field}
      type="search"
      icon={<Search aria-hidden="true" />}
      aria-label="Search in tasks and comments"
      placeholder="Search"
      value={text}
      className="w-32 min-w-24 shrink sm:w-44 md:[&_input]:h-7 max-md:[&_input]:h-9"
      onChange={(event) => {
        setText(event.target.value);
        onChange({ q: event.target.value.trim() || undefined });
      }}
      onKeyDown={(event) => (event.key === 'Escape' || event.key === 'Enter') && event.currentTarget.blur()}
    />
  );
}

/** What limits the tasks and how they are grouped and sorted; all of it is in the URL. */
export function TaskFilterBar({ search, rows, queryError, onChange }: FilterBarProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <div className="flex h-10 shrink-0 items-center gap-2 overflow-x-auto border-b border-line px-4 max-md:h-12 max-md:[&_button]:min-w-8 [&_button]:touch-area [&_label]:touch-area">
        <TaskFilterChips search={search} onChange={onChange} />
        <TaskFilterMenu search={search} rows={rows} onChange={onChange} onQuery={() => setAsking(true)} />
        <TextFilter search={search} onChange={onChange} />
        <span className="flex-1" />
        <span className="flex shrink-0 items-center">
          {!search.view && <TaskDisplayMenus search={search} onChange={onChange} />}
          <SavedFilterMenu search={search} />
        </span>
      </div>
      {(asking || search.where !== undefined) && (
        <TaskQueryField
          query={search.where}
          error={queryError}
          onChange={(where) => onChange({ where })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
