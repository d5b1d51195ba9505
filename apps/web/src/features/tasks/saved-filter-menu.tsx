import { IconButton, Menu, MenuItem, MenuLabel, MenuSeparator, Soon, toast } from '@cw/ui';
import { Bookmark, Check, Plus, Trash2 } from '@cw/ui/icons';
import { useRouter } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import type { SavedFilter } from '../../entities/task/saved-filters.ts';
import { useSavedFilters } from '../../entities/task/use-saved-filters.ts';
import { isFiltered, type TaskSearch } from './task-search.ts';

const NameDialog = lazy(() =>
  import('./filter-name-dialog.tsx').then((module) => ({ default: module.FilterNameDialog })),
);

/** Filters under a name: opens one, saves the present one, forgets it again. */
export function SavedFilterMenu({ search }: { readonly search: TaskSearch & { project?: string | undefined } }) {
  const router = useRouter();
  const { saved, keep } = useSavedFilters();
  const [naming, setNaming] = useState(false);
  const address = router.buildLocation({ to: '/tasks', search: { ...search, page: undefined } }).href;
  const present = saved.find((each) => each.address === address);
  const forget = (one: SavedFilter) => {
    keep(saved.filter((each) => each !== one));
    toast({ text: `Deleted the filter “${one.name}”`, action: { label: 'Undo', run: () => keep(saved) } });
  };
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label="Saved filters" size="small">
            <Bookmark />
          </IconButton>
        }
      >
        <MenuLabel>Saved filters</MenuLabel>
        {saved.map((one) => (
          <MenuItem
            key={one.name}
            icon={
              one === present ? (
                <Check aria-label="In force" />
              ) : (
                <Bookmark aria-hidden="true" className="text-fg-mute" />
              )
            }
            onSelect={() => router.history.push(one.address)}
          >
            {one.name}
          </MenuItem>
        ))}
        {saved.length === 0 && (
          <p className="max-w-64 px-2 pb-1.5 text-small text-fg-2">
            None yet. Filter the tasks, then save the filter here.
          </p>
        )}
        <MenuSeparator />
        {present ? (
          <MenuItem icon={<Trash2 aria-hidden="true" />} onSelect={() => forget(present)}>
            Delete “{present.name}”
          </MenuItem>
        ) : (
          <MenuItem icon={<Plus aria-hidden="true" />} disabled={!isFiltered(search)} onSelect={() => setNaming(true)}>
            Save this filter…
          </MenuItem>
        )}
      </Menu>
      {naming && (
        <Soon onClose={() => setNaming(false)}>
          <NameDialog
            taken={saved.map(({ name }) => name)}
            onClose={() => setNaming(false)}
            onName={(name) => {
              keep([...saved.filter((each) => each.name !== name), { name, address }]);
              setNaming(false);
            }}
          />
        </Soon>
      )}
    </>
  );
}
