import { Menu, MenuItem, MenuSeparator } from '@cw/ui';
import { ArrowRight, Copy, Link2 } from '@cw/ui/icons';
import type { TaskRow } from '../../data/api-types.ts';
import { capsOf } from '../../frame/keys.ts';
import { type ChangeKind, changeKinds } from './task-changes.tsx';

/** Where the menu of a row is opened. */
export type RowMenuAt = { readonly row: TaskRow; readonly x: number; readonly y: number };

type RowMenuProps = {
  readonly at: RowMenuAt;
  /** How many tasks a change would be of: the selected ones, if the row is among them. */
  readonly count: number;
  readonly onOpen: (id: string) => void;
  readonly onAsk: (kind: ChangeKind) => void;
  readonly onClose: () => void;
};

const copy = (text: string) => void navigator.clipboard?.writeText(text);

/** What can be done with a task in the list, where it was pressed with the other button. */
export function RowMenu({ at: { row, x, y }, count, onOpen, onAsk, onClose }: RowMenuProps) {
  return (
    <Menu
      open
      onOpenChange={(open) => !open && onClose()}
      trigger={
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Actions for ${row.title}`}
          className="pointer-events-none fixed size-px opacity-0"
          style={{ left: x, top: y }}
        />
      }
    >
      <MenuItem icon={<ArrowRight aria-hidden="true" />} shortcut={capsOf('enter')} onSelect={() => onOpen(row.id)}>
        Open
      </MenuItem>
      <MenuSeparator />
      {changeKinds.map(({ kind, key, label }) => (
        <MenuItem
          key={kind}
          shortcut={capsOf(key)}
          tone={kind === 'delete' ? 'danger' : 'plain'}
          onSelect={() => onAsk(kind)}
        >
          {label}
          {count > 1 && <span className="text-fg-3"> · {count} tasks</span>}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<Copy aria-hidden="true" />} onSelect={() => copy(row.id)}>
        Copy id
      </MenuItem>
      <MenuItem
        icon={<Link2 aria-hidden="true" />}
        onSelect={() => copy(new URL(`/tasks/${row.id}`, location.href).href)}
      >
        Copy link
      </MenuItem>
    </Menu>
  );
}
