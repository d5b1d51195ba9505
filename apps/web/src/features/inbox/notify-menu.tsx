import { IconButton, Menu, MenuItem, MenuLabel, MenuSeparator, MenuToggle, toast } from '@cw/ui';
import { Bell, BellOff } from '@cw/ui/icons';
import { useCell } from '../../data/cell.ts';
import {
  askBrowser,
  browserSays,
  mutedProjects,
  notifying,
  setMuted,
  setNotifying,
} from '../../entities/inbox/notifying.ts';
import { useProjects } from '../../entities/project/projects.ts';

const blocked = 'This browser blocks notifications from this page; change that in its site settings.';

async function turnOn(): Promise<void> {
  if (await askBrowser()) {
    setNotifying(true);
    toast({ state: 'done', text: 'This browser now notifies you of what waits for you, while the page is open' });
  } else toast({ state: 'failed', text: blocked });
}

/** Whether this browser tells a person of what waits for them, and of which projects not. */
export function NotifyMenu() {
  const on = useCell(notifying) && browserSays() === 'granted';
  const muted = useCell(mutedProjects);
  const projects = useProjects().data?.items ?? [];
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={on ? 'Notifications are on' : 'Notifications are off'} className="max-md:size-11">
          {on ? <Bell /> : <BellOff />}
        </IconButton>
      }
    >
      <MenuItem
        icon={on ? <BellOff aria-hidden="true" /> : <Bell aria-hidden="true" />}
        onSelect={() => (on ? setNotifying(false) : void turnOn())}
      >
        {on ? 'Turn notifications off' : 'Turn notifications on'}
      </MenuItem>
      {on && projects.length > 0 && (
        <>
          <MenuSeparator />
          <MenuLabel>Tell of</MenuLabel>
          {projects.map(({ id, name }) => (
            <MenuToggle key={id} checked={!muted.includes(id)} onChange={(tells) => setMuted(id, !tells)}>
              {name}
            </MenuToggle>
          ))}
        </>
      )}
    </Menu>
  );
}
