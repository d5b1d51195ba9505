import { cx, Menu, MenuChoices, MenuItem, MenuSeparator } from '@cw/ui';
import { ChevronsUpDown, CirclePause, Keyboard, Monitor, Moon, PanelLeft, Play, Sun } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../data/api.ts';
import { useCell } from '../data/cell.ts';
import { usePauses, usePausing } from '../entities/project/pauses.ts';
import { chooseTheme, openWindow, type Theme, theme, toggleSidebar } from './layout.ts';
import { LogoMark } from './logo-mark.tsx';

const themes = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
] as const;

function isTheme(value: string): value is Theme {
  return themes.some((each) => each.value === value);
}

/** A workspace's short name: its repository's when it lies in one, else its folder's. */
export function workspaceName(home: string): string {
  const parts = home.split('/').filter(Boolean);
  if (parts.at(-2) === '.git') return parts.at(-3) ?? home;
  const last = parts.at(-1);
  return last === undefined || last === '.cw' ? 'home' : last;
}

/** The workspace's name and what concerns the page as a whole. */
export function WorkspaceMenu() {
  const { data } = useQuery(trpc.system.status.queryOptions());
  const chosen = useCell(theme);
  const isPaused = usePauses().some(({ projectId }) => projectId === null);
  const { pause, resume } = usePausing(undefined);
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={data ? undefined : 'Workspace'}
          className="flex h-7 min-w-0 items-center gap-2 rounded-control px-1 font-semibold hover:bg-hover data-[state=open]:bg-active"
        >
          <LogoMark />
          <span className={cx('truncate', !data && 'invisible')}>{data ? workspaceName(data.home) : 'Workspace'}</span>
          <ChevronsUpDown aria-hidden="true" size={14} className={cx('shrink-0 text-fg-mute', !data && 'invisible')} />
        </button>
      }
    >
      <MenuChoices
        label="Theme"
        value={chosen}
        onChange={(next) => isTheme(next) && chooseTheme(next)}
        options={themes}
      />
      <MenuSeparator />
      <MenuItem
        icon={isPaused ? <Play aria-hidden="true" /> : <CirclePause aria-hidden="true" />}
        onSelect={isPaused ? resume : pause}
      >
        {isPaused ? 'Resume: start agents again' : 'Pause: start no more agents'}
      </MenuItem>
      <MenuItem icon={<PanelLeft aria-hidden="true" />} shortcut="[" onSelect={toggleSidebar}>
        Hide the sidebar
      </MenuItem>
      <MenuItem icon={<Keyboard aria-hidden="true" />} shortcut="?" onSelect={() => openWindow.set({ kind: 'keys' })}>
        All keys
      </MenuItem>
    </Menu>
  );
}
