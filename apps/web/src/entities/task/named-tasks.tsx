import { shortId } from '@cw/ui';
import { X } from '@cw/ui/icons';
import { useTitlesOf } from '../event/titles.ts';

type NamedTasksProps = {
  readonly ids: readonly string[];
  /** What the cross does, before the id: `Remove the dependency on`. */
  readonly remove: string;
  readonly onRemove: (id: string) => void;
};

/** Tasks that were chosen, each with the cross that takes it out again. */
export function NamedTasks({ ids, remove, onRemove }: NamedTasksProps) {
  const titles = useTitlesOf(ids);
  return ids.map((id) => (
    <span
      key={id}
      className="inline-flex h-6 max-w-60 items-center gap-1.5 rounded-control border border-line-2 px-1.5 text-small"
    >
      <span className="font-mono text-[11.5px] text-fg-3">{shortId(id)}</span>
      <span className="truncate">{titles.get(id)}</span>
      <button
        type="button"
        aria-label={`${remove} ${id}`}
        className="text-fg-mute hover:text-fg"
        onClick={() => onRemove(id)}
      >
        <X aria-hidden="true" size={13} />
      </button>
    </span>
  ));
}
