import { cx, IconButton } from '@cw/ui';
import { PanelLeft, Search } from '@cw/ui/icons';
import { type ReactNode, useEffect } from 'react';
import { useCell } from '../data/cell.ts';
import { useOpenCount } from '../entities/inbox/use-open-count.ts';
import { capsOf } from './keys.ts';
import { openWindow, sidebarShown, toggleSidebar } from './layout.ts';
import { LogoMark } from './logo-mark.tsx';

type TopBarProps = {
  readonly title: ReactNode;
  /** What the browser's tab says; the title where that is plain text. */
  readonly tabTitle?: string | undefined;
  /** Null: not known yet. */
  readonly count?: number | null | undefined;
  /** Stands right after the title: how the screen shows what it shows. */
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
};

/** The bar over a screen, 44 px: what it is, how many, and what can be done. The tab says how much waits for a person. */
export function TopBar({ title, tabTitle, count, beside, children }: TopBarProps) {
  const shown = useCell(sidebarShown);
  const tab = tabTitle ?? (typeof title === 'string' ? title : undefined);
  const open = useOpenCount();
  useEffect(() => {
    const waiting = open === 0 ? '' : `(${open}) `;
    document.title = `${waiting}${tab ? `${tab} · Codewalkers` : 'Codewalkers'}`;
  }, [tab, open]);
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-3 pl-4 [&_a]:touch-area [&_button]:touch-area">
      <span className="md:hidden">
        <LogoMark />
      </span>
      {!shown && (
        <span className="-ml-2 hidden md:inline-flex">
          <IconButton label="Show the sidebar" shortcut="[" onClick={toggleSidebar}>
            <PanelLeft />
          </IconButton>
        </span>
      )}
      <h1 className="flex min-w-0 items-baseline gap-2 text-base font-medium">
        {title}
        {/* What stands beside it keeps its place when the count comes and changes. */}
        {count !== undefined && (
          <span className={cx('font-normal text-fg-3 tabular-nums', beside && 'min-w-9 max-sm:hidden')}>
            {count?.toLocaleString('en-US')}
          </span>
        )}
      </h1>
      {beside && <span className="ml-1.5 inline-flex">{beside}</span>}
      <span className="flex-1" />
      <span className={shown ? 'md:hidden' : undefined}>
        <IconButton label="Search" shortcut={capsOf('mod+k')} onClick={() => openWindow.set({ kind: 'palette' })}>
          <Search />
        </IconButton>
      </span>
      {children}
    </header>
  );
}
