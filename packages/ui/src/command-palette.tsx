import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { Kbd } from './kbd.tsx';

type CommandPaletteProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly query: string;
  readonly onQueryChange: (query: string) => void;
  readonly label: string;
  readonly placeholder: string;
  /** The item that Enter takes, where the caller says which; it hears when arrows or the pointer choose another. */
  readonly value?: string | undefined;
  readonly onValueChange?: ((value: string) => void) | undefined;
  readonly children: ReactNode;
};

/** The shell of the command palette: what is listed comes already filtered. */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onOpenChange, query, onQueryChange, label, placeholder, value, onValueChange, children } = props;
  const control = { ...(value !== undefined && { value }), ...(onValueChange && { onValueChange }) };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={label} titleHidden high>
      <Command label={label} shouldFilter={false} loop {...control} className="flex min-h-0 flex-col">
        <div className="flex items-center gap-2.5 border-b border-line px-4">
          <Search aria-hidden="true" className="size-4 shrink-0 text-fg-mute" />
          <Command.Input
            autoFocus
            value={query}
            onValueChange={onQueryChange}
            placeholder={placeholder}
            className="h-11 w-full bg-transparent text-doc outline-none"
          />
        </div>
        <Command.List className="max-h-[56vh] overflow-y-auto p-1.5">
          <Command.Empty className="px-3 py-8 text-center text-fg-2">Nothing fits.</Command.Empty>
          {children}
        </Command.List>
      </Command>
    </Dialog>
  );
}

export function PaletteGroup({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-meta [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-fg-3"
    >
      {children}
    </Command.Group>
  );
}

type PaletteItemProps = {
  readonly value: string;
  readonly icon?: ReactNode;
  readonly id?: string | undefined;
  readonly children: ReactNode;
  readonly shortcut?: string | undefined;
  readonly onSelect: () => void;
};

export function PaletteItem({ value, icon, id, children, shortcut, onSelect }: PaletteItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-8 items-center gap-2.5 rounded-control px-2.5 max-md:h-11 data-[selected=true]:bg-hover [&_svg]:shrink-0"
    >
      <span className="flex size-4 items-center justify-center text-fg-2 [&_svg]:size-3.5">{icon}</span>
      {id && <span className="w-14 shrink-0 font-mono text-[11.5px] text-fg-3">{id}</span>}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </Command.Item>
  );
}
