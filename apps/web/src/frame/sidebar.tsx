import { IconButton } from '@cw/ui';
import { Search, SquarePen } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '../data/api.ts';
import { onlyProject } from '../data/only-project.ts';
import { OpenCount } from '../entities/inbox/open-count.tsx';
import { UnreadDot } from '../entities/mail/unread-dot.tsx';
import { mergeIsMoving } from '../entities/merge/merge-state.ts';
import { capsOf } from './keys.ts';
import { openWindow } from './layout.ts';
import { destinations } from './places.ts';
import { ProjectSwitch } from './project-switch.tsx';
import { SidebarFoot } from './sidebar-foot.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';

function RunningCount() {
  const { data } = useQuery(trpc.system.status.queryOptions());
  return <Count of={data?.running} />;
}

function QueueCount() {
  const { data } = useQuery(trpc.merges.list.queryOptions({ limit: 200 }));
  return <Count of={data?.items.filter((merge) => mergeIsMoving(merge.state)).length} />;
}

function Count({ of }: { readonly of: number | undefined }) {
  return of ? <span className="ml-auto text-small text-fg-3 tabular-nums">{of}</span> : null;
}

/** The left side: where one can go, and how things stand. */
export function Sidebar() {
  return (
    <nav aria-label="Main" className="hidden w-56 shrink-0 flex-col border-r border-line bg-app md:flex">
      <div className="flex h-11 shrink-0 items-center gap-1 pr-2 pl-3">
        <WorkspaceMenu />
        <span className="flex-1" />
        <IconButton label="Search" shortcut={capsOf('mod+k')} onClick={() => openWindow.set({ kind: 'palette' })}>
          <Search />
        </IconButton>
        <IconButton label="New task" shortcut="C" onClick={() => openWindow.set({ kind: 'new-task' })}>
          <SquarePen />
        </IconButton>
      </div>
      <div className="px-2">
        <ProjectSwitch />
      </div>
      <ul className="mt-2 flex min-h-0 flex-1 flex-col overflow-y-auto px-2">
        {destinations.map((place) => (
          <li key={place.to}>
            <Link
              to={place.to}
              search={onlyProject}
              className="flex h-7 items-center gap-2.5 rounded-control px-2 font-medium text-fg-2 hover:bg-hover hover:text-fg data-[status=active]:bg-active data-[status=active]:text-fg [&_svg]:size-4 [&_svg]:stroke-[1.75]"
              aria-keyshortcuts={`g ${place.key}`}
            >
              <place.icon aria-hidden="true" />
              {place.name}
              {place.to === '/inbox' && (
                <span className="ml-auto flex items-center gap-1.5">
                  <UnreadDot />
                  <OpenCount />
                </span>
              )}
              {place.to === '/runs' && <RunningCount />}
              {place.to === '/merges' && <QueueCount />}
            </Link>
          </li>
        ))}
      </ul>
      <SidebarFoot />
    </nav>
  );
}
