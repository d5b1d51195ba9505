import { Check, ChevronRight } from 'lucide-react';
import { Menu as Radix } from 'radix-ui/internal';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';

const item =
  'flex h-7 cursor-default select-none max-md:h-11 items-center gap-2 rounded-key px-2 text-base outline-none data-highlighted:bg-hover data-disabled:text-fg-mute [&_svg]:size-3.5 [&_svg]:shrink-0';

const surface =
  'fade-in z-50 max-h-(--radix-popper-available-height) min-w-44 max-w-80 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float';

type MenuWindowProps = {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly id: string;
  readonly labelledBy: string;
  readonly align: 'start' | 'end';
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Whether a key opened it: then its first item takes the focus, once. */
  readonly byKey: RefObject<boolean>;
  readonly children: ReactNode;
};

/** What a menu's trigger opens, inside the page's main landmark. Not modal: the modal kind locks scrolling by an injected style sheet. */
function MenuWindow({ anchor, id, labelledBy, align, open, onOpenChange, byKey, children }: MenuWindowProps) {
  const leftByPointer = useRef(false);
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal container={document.querySelector('main')}>
        <Radix.Content
          id={id}
          aria-labelledby={labelledBy}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={surface}
          onFocus={({ target, currentTarget }) => {
            if (target !== currentTarget || !byKey.current) return;
            byKey.current = false;
            currentTarget.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus();
          }}
          onInteractOutside={() => {
            leftByPointer.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!leftByPointer.current) anchor.current?.focus();
            leftByPointer.current = false;
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export type SubMenuProps = {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Tells that something in it is chosen. */
  readonly note?: string | undefined;
  readonly children: ReactNode;
};

/** An item of a menu that opens a menu of its own beside it. */
function SubMenu({ label, icon, note, children }: SubMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Radix.Sub open={open} onOpenChange={setOpen}>
      <Radix.SubTrigger className={cx(item, 'text-fg data-[state=open]:bg-hover')}>
        {icon}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {note && <span className="max-w-24 truncate text-small text-fg-3">{note}</span>}
        <ChevronRight aria-hidden="true" className="text-fg-mute" />
      </Radix.SubTrigger>
      <Radix.Portal container={document.querySelector('main')}>
        <Radix.SubContent sideOffset={2} alignOffset={-5} collisionPadding={8} className={surface}>
          {children}
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  );
}

export type MenuItemProps = {
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly shortcut?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly tone?: 'plain' | 'danger' | undefined;
};

function MenuItem({ children, onSelect, icon, shortcut, disabled, tone }: MenuItemProps) {
  return (
    <Radix.Item
      disabled={disabled ?? false}
      onSelect={onSelect}
      className={cx(item, tone === 'danger' ? 'text-danger-fg' : 'text-fg')}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </Radix.Item>
  );
}

export type MenuChoicesProps = {
  readonly label?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string; readonly icon?: ReactNode }[];
};

/** One of several, with a tick at the present one. */
function MenuChoices({ label, value, onChange, options }: MenuChoicesProps) {
  return (
    <Radix.RadioGroup value={value} onValueChange={onChange}>
      {label && <Radix.Label className="px-2 pt-1.5 pb-1 text-meta font-medium text-fg-3">{label}</Radix.Label>}
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={cx(item, 'text-fg')}>
          {option.icon}
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          <Radix.ItemIndicator>
            <Check aria-hidden="true" className="text-fg-2" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export type MenuToggleProps = {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly icon?: ReactNode;
};

/** One of a set that may be on or off; the menu stays open. */
function MenuToggle({ checked, onChange, children, icon }: MenuToggleProps) {
  return (
    <Radix.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={cx(item, 'text-fg')}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <Radix.ItemIndicator>
        <Check aria-hidden="true" className="text-fg-2" />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}

export type MenuLabelProps = { readonly children: ReactNode };

function MenuLabel({ children }: MenuLabelProps) {
  return <Radix.Label className="px-2 pt-1.5 pb-1 text-meta font-medium text-fg-3">{children}</Radix.Label>;
}

function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}

/** All that is fetched together. */
export const menuParts = { MenuWindow, SubMenu, MenuItem, MenuChoices, MenuToggle, MenuLabel, MenuSeparator };
