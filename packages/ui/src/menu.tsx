import { Slot } from 'radix-ui';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { holdKeys } from './held-keys.ts';
import type {
  MenuChoicesProps,
  MenuItemProps,
  MenuLabelProps,
  MenuToggleProps,
  menuParts,
  SubMenuProps,
} from './menu-parts.tsx';

type Parts = typeof menuParts;

let parts: Parts | undefined;
let coming = false;
const waiting = new Set<() => void>();

/** Fetches what menus are made of, once; a page is drawn without it. */
export function fetchMenus(): void {
  if (parts || coming) return;
  coming = true;
  import('./menu-parts.tsx').then(
    (module) => {
      parts = module.menuParts;
      for (const tell of waiting) tell();
    },
    () => {
      coming = false;
    },
  );
}

function subscribe(tell: () => void): () => void {
  waiting.add(tell);
  return () => waiting.delete(tell);
}

function useParts(): Parts | undefined {
  return useSyncExternalStore(subscribe, () => parts);
}

type MenuProps = {
  /** A button. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end' | undefined;
  /** Whether it is open, where something else than its trigger opens it too. */
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
};

/** A menu under its trigger. What it is made of is fetched when the trigger is reached by pointer or focus. */
export function Menu({ trigger, children, align, open, onOpenChange }: MenuProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const byKey = useRef(true);
  const loaded = useParts();
  const shown = open ?? ownOpen;
  const isComing = shown && !loaded;
  const close = useRef(() => {});
  useLayoutEffect(() => {
    close.current = () => show(false);
  });
  useLayoutEffect(() => {
    if (!isComing) return;
    fetchMenus();
    return holdKeys(() => close.current());
  }, [isComing]);
  const show = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    byKey.current = false;
    if (!shown) event.preventDefault();
    show(!shown);
  };
  const type = (event: KeyboardEvent) => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    byKey.current = true;
    show(event.key === 'ArrowDown' || !shown);
  };
  return (
    <>
      <Slot.Root
        ref={anchor}
        id={`${id}trigger`}
        aria-haspopup="menu"
        aria-expanded={shown}
        aria-controls={shown ? id : undefined}
        data-state={shown ? 'open' : 'closed'}
        onPointerEnter={fetchMenus}
        onFocus={fetchMenus}
        onPointerDown={press}
        onKeyDown={type}
      >
        {trigger}
      </Slot.Root>
      {loaded && (
        <loaded.MenuWindow
          {...{ anchor, byKey, id, align: align ?? 'start', open: shown, onOpenChange: show }}
          labelledBy={`${id}trigger`}
        >
          {children}
        </loaded.MenuWindow>
      )}
    </>
  );
}

export function SubMenu(props: SubMenuProps) {
  const loaded = useParts();
  return loaded && <loaded.SubMenu {...props} />;
}

export function MenuItem(props: MenuItemProps) {
  const loaded = useParts();
  return loaded && <loaded.MenuItem {...props} />;
}

/** One of several, with a tick at the present one. */
export function MenuChoices(props: MenuChoicesProps) {
  const loaded = useParts();
  return loaded && <loaded.MenuChoices {...props} />;
}

/** One of a set that may be on or off; the menu stays open. */
export function MenuToggle(props: MenuToggleProps) {
  const loaded = useParts();
  return loaded && <loaded.MenuToggle {...props} />;
}

export function MenuLabel(props: MenuLabelProps) {
  const loaded = useParts();
  return loaded && <loaded.MenuLabel {...props} />;
}

export function MenuSeparator() {
  const loaded = useParts();
  return loaded && <loaded.MenuSeparator />;
}
