import { undoNewest } from '@cw/ui';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCell } from '../data/cell.ts';
import { onlyProject } from '../data/only-project.ts';
import { BottomBar } from './bottom-bar.tsx';
import { useKeys } from './keys.ts';
import { closeWindow, openWindow, sidebarShown, toggleSidebar } from './layout.ts';
import { LiveBanner } from './live-banner.tsx';
import { PauseBanner } from './pause-banner.tsx';
import { destinations, furtherDestinations } from './places.ts';
import { Sidebar } from './sidebar.tsx';
import { UpdateBanner } from './update-banner.tsx';
import { useNotifications } from './use-notifications.ts';

function useFrameKeys(): void {
  const navigate = useNavigate();
  useKeys([
    {
      keys: 'mod+k',
      label: 'Search and commands',
      group: 'Anywhere',
      quiet: true,
      run: () => openWindow.set({ kind: 'palette' }),
    },
    { keys: 'mod+z', label: 'Undo the last change', group: 'Anywhere', quiet: true, run: undoNewest },
    { keys: 'c', label: 'New task', group: 'Anywhere', run: () => openWindow.set({ kind: 'new-task' }) },
    { keys: '?', label: 'All keys', group: 'Anywhere', run: () => openWindow.set({ kind: 'keys' }) },
    { keys: '[', label: 'Show or hide the sidebar', group: 'Anywhere', run: toggleSidebar },
    ...[...destinations, ...furtherDestinations].map((place) => ({
      keys: `g ${place.key}`,
      label: place.name,
      group: 'Go to' as const,
      run: () => {
        closeWindow();
        void navigate({ to: place.to, search: onlyProject });
      },
    })),
  ]);
}

/** The frame around every screen: sidebar or bottom bar, the state of the connection, and the screen itself. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const shown = useCell(sidebarShown);
  useFrameKeys();
  useNotifications();
  return (
    <div className="flex h-dvh min-h-0 flex-col md:flex-row">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-raised focus:px-3 focus:py-1 focus:shadow-float"
      >
        Skip to content
      </a>
      {shown && <Sidebar />}
      <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col bg-bg focus:outline-none">
        <UpdateBanner />
        <LiveBanner />
        <PauseBanner />
        {children}
      </main>
      <BottomBar />
    </div>
  );
}
