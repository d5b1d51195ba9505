import type { ReactNode } from 'react';
import { Search } from './icons.ts';
import { shortId } from './id-text.tsx';
import { Input } from './input.tsx';
import { Popover } from './popover.tsx';

export type Found = { readonly id: string; readonly name: string; readonly icon: ReactNode };

type PickPopoverProps = {
  readonly label: string;
  readonly trigger: ReactNode;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** What is typed, and how its field is called. */
  readonly field: { readonly label: string; readonly placeholder: string; readonly text: string };
  readonly onText: (text: string) => void;
  readonly found: readonly Found[];
  /** Enter takes the first; not while what was found is of an earlier text. */
  readonly stale?: boolean;
  /** Stands there when nothing was found. */
  readonly nothing: string | undefined;
  readonly onPick: (id: string) => void;
};

/** A window with a field, and below it what fits the text typed there; one of them is picked. */
export function PickPopover({ field, onText, found, stale = false, nothing, onPick, ...popover }: PickPopoverProps) {
  const pick = (id: string) => {
    onPick(id);
    onText('');
    popover.onOpenChange(false);
  };
  return (
    <Popover {...popover}>
      <div className="p-2">
        <Input
          autoFocus
          icon={<Search aria-hidden="true" />}
          aria-label={field.label}
          placeholder={field.placeholder}
          value={field.text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (found[0] && !stale) pick(found[0].id);
          }}
        />
        <ul className="mt-1 flex flex-col">
          {found.map(({ id, name, icon }) => (
            <li key={id}>
              <button
                type="button"
                className="flex h-7 w-full min-w-0 max-md:h-11 items-center gap-2 rounded-key px-2 text-left hover:bg-hover"
                onClick={() => pick(id)}
              >
                {icon}
                <span className="font-mono text-[11.5px] text-fg-3">{shortId(id)}</span>
                <span className="truncate">{name}</span>
              </button>
            </li>
          ))}
          {found.length === 0 && nothing && <li className="px-2 py-1 text-fg-3">{nothing}</li>}
        </ul>
      </div>
    </Popover>
  );
}
