import { Menu, MenuChoices, MenuItem, MenuSeparator } from '@cw/ui';
import { Ellipsis, Search } from '@cw/ui/icons';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCell } from '../data/cell.ts';
import { onlyProject } from '../data/only-project.ts';
import { OpenCount } from '../entities/inbox/open-count.tsx';
import { UnreadDot } from '../entities/mail/unread-dot.tsx';
import { chooseTheme, openWindow, theme } from './layout.ts';
import { destinations } from './places.ts';

const inBar = destinations.slice(0, 4);
const inMenu = destinations.slice(4);
const slot =
  'flex h-16 flex-1 flex-col items-center justify-center gap-1 text-meta font-medium text-fg-2 [&_svg]:size-5 [&_svg]:stroke-[1.75]';

/** The navigation of a narrow screen. */
export function BottomBar() {
  const navigate = useNavigate();
  const chosen = useCell(theme);
  return (
    <nav
      aria-label="Main, narrow"
      className="flex shrink-0 border-t border-line bg-app pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {inBar.map((place) => (
        <Link
          key={place.to}
          to={place.to}
          search={onlyProject}
          className={`${slot} data-[status=active]:text-accent-fg`}
        >
          <span className="relative">
            <place.icon aria-hidden="true" />
            {place.to === '/inbox' && <UnreadDot className="absolute top-0 -left-2" />}
            {place.to === '/inbox' && <OpenCount className="absolute -top-2 left-3" />}
          </span>
          {place.short}
        </Link>
      ))}
      <Menu
        align="end"
        trigger={
          <button type="button" className={slot}>
            <Ellipsis aria-hidden="true" />
            More
          </button>
        }
      >
        <MenuItem icon={<Search aria-hidden="true" />} onSelect={() => openWindow.set({ kind: 'palette' })}>
          Search
        </MenuItem>
        {inMenu.map((place) => (
          <MenuItem
            key={place.to}
            icon={<place.icon aria-hidden="true" />}
            onSelect={() => void navigate({ to: place.to, search: onlyProject })}
          >
            {place.name}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuChoices
          label="Theme"
          value={chosen}
          onChange={(next) => chooseTheme(next === 'light' || next === 'dark' ? next : 'system')}
          options={[
            { value: 'system', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </Menu>
    </nav>
  );
}
