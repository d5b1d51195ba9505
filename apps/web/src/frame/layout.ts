import { type Cell, createCell } from '../data/cell.ts';
import { readStored, removeStored, writeStored } from '../data/stored.ts';

/** What is filled in where a new task is written from something. */
export type NewTaskPreset = {
  readonly title?: string | undefined;
  readonly projectId?: string | undefined;
  readonly parentId?: string | undefined;
  readonly dependsOn?: string | undefined;
};

/** Somebody to write to: what the server takes for them, and what they are called. */
export type Addressee = { readonly to: string; readonly name: string };

/** Which window lies over the page. */
export type OpenWindow =
  | { readonly kind: 'none' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'keys' }
  | ({ readonly kind: 'new-task' } & NewTaskPreset)
  | { readonly kind: 'add-project' }
  | { readonly kind: 'add-account' }
  | { readonly kind: 'add-rule'; readonly projectId?: string | undefined }
  | { readonly kind: 'new-message'; readonly to?: Addressee | undefined };

export const openWindow: Cell<OpenWindow> = createCell<OpenWindow>({ kind: 'none' });

export function closeWindow(): void {
  openWindow.set({ kind: 'none' });
}

export const sidebarShown = createCell(readStored('cw.sidebar') !== 'hidden');

export function toggleSidebar(): void {
  sidebarShown.set(!sidebarShown.get());
  writeStored('cw.sidebar', sidebarShown.get() ? 'shown' : 'hidden');
}

const panelKey = 'cw.panel';

function storedWidth(): number | undefined {
  const width = Number(readStored(panelKey));
  return Number.isFinite(width) && width > 0 ? width : undefined;
}

/** How wide the panel beside a list is, where somebody changed it; px. */
export const panelWidth = createCell<number | undefined>(storedWidth());

export function resizePanel(width: number): void {
  panelWidth.set(width);
  writeStored(panelKey, String(width));
}

export type Theme = 'system' | 'light' | 'dark';

function storedTheme(): Theme {
  const stored = readStored('cw.theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export const theme = createCell<Theme>(storedTheme());

/** Applies a theme now and for later visits; `system` follows the operating system. */
export function chooseTheme(next: Theme): void {
  theme.set(next);
  if (next === 'system') {
    removeStored('cw.theme');
    delete document.documentElement.dataset.theme;
  } else {
    writeStored('cw.theme', next);
    document.documentElement.dataset.theme = next;
  }
}
