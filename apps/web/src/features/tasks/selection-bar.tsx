import { Button } from '@cw/ui';
import { Trash2 } from '@cw/ui/icons';
import { capsOf } from '../../frame/keys.ts';
import { type ChangeKind, changeKinds } from './task-changes.tsx';

type SelectionBarProps = {
  readonly count: number;
  readonly onAsk: (kind: ChangeKind) => void;
  readonly onClear: () => void;
};

const tall = 'max-md:h-11';

/** What can be done with the selected tasks at once. */
export function SelectionBar({ count, onAsk, onClear }: SelectionBarProps) {
  return (
    <section
      aria-label="Selection"
      className="flex min-h-11 shrink-0 items-center gap-2 overflow-x-auto border-t border-line px-4 py-1.5"
    >
      <span className="shrink-0 font-medium tabular-nums" role="status">
        {count.toLocaleString('en-US')} selected
      </span>
      <Button variant="quiet" className={tall} aria-keyshortcuts="Escape" shortcut="Esc" onClick={onClear}>
        Clear
      </Button>
      <span className="ml-auto flex items-center gap-2">
        {changeKinds.map(({ kind, key, name }) => (
          <Button
            key={kind}
            className={tall}
            variant={kind === 'assign' ? 'primary' : kind === 'delete' ? 'danger' : 'outline'}
            icon={kind === 'delete' ? <Trash2 aria-hidden="true" size={13} /> : undefined}
            aria-keyshortcuts={key}
            shortcut={capsOf(key)}
            onClick={() => onAsk(kind)}
          >
            {kind === 'assign' ? 'Assign to agents' : name}
          </Button>
        ))}
      </span>
    </section>
  );
}
