import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';

const item =
  'flex h-7 cursor-default select-none max-md:h-11 items-center gap-2 rounded-key px-2 text-base outline-none data-highlighted:bg-hover data-disabled:text-fg-mute [&_svg]:size-3.5 [&_svg]:shrink-0';

type MenuProps = {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end' | undefined;
  /** Whether it is open, where something else than its trigger opens it too. */
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
};

const surface =
  'fade-in z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-80 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float';

/** A menu under its trigger, inside the page's main landmark. Not modal: the modal kind locks scrolling by an injected style sheet. */
export function Menu({ trigger, children, align, open, onOpenChange }: MenuProps) {
  const control = { ...(open === undefined ? {} : { open }), ...(onOpenChange && { onOpenChange }) };
  return (
    <Radix.Root modal={false} {...control}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={document.querySelector('main')}>
        <Radix.Content align={align ?? 'start'} sideOffset={4} collisionPadding={8} className={surface}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type SubMenuProps = {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Tells that something in it is chosen. */
  readonly note?: string | undefined;
  readonly children: ReactNode;
};

/** An item of a menu that opens a menu of its own beside it. */
export function SubMenu({ label, icon, note, children }: SubMenuProps) {
  return (
    <Radix.Sub>
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

type MenuItemProps = {
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly shortcut?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly tone?: 'plain' | 'danger' | undefined;
};

export function MenuItem({ children, onSelect, icon, shortcut, disabled, tone }: MenuItemProps) {
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

type MenuChoicesProps = {
  readonly label?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string; readonly icon?: ReactNode }[];
};

/** One of several, with a tick at the present one. */
export function MenuChoices({ label, value, onChange, options }: MenuChoicesProps) {
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

type MenuToggleProps = {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly icon?: ReactNode;
};

/** One of a set that may be on or off; the menu stays open. */
export function MenuToggle({ checked, onChange, children, icon }: MenuToggleProps) {
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

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <Radix.Label className="px-2 pt-1.5 pb-1 text-meta font-medium text-fg-3">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
