import { Button, Chip } from '@cw/ui';
import { Check, Focus, ListTree } from '@cw/ui/icons';
import { plural } from '../../entities/text/format.ts';
import type { CriticalPath } from './critical-path.ts';
import type { GraphPart } from './use-graph-parts.ts';

type GraphToolbarProps = {
  readonly critical: CriticalPath;
  readonly shown: ReadonlySet<GraphPart>;
  readonly onToggle: (part: GraphPart) => void;
  /** The task around which the graph is drawn. */
  readonly focused: string | undefined;
  /** The task that would be focused. */
  readonly active: string | undefined;
  readonly onFocus: (on: boolean) => void;
};

function sayTime(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return [hours > 0 ? `${hours}h` : '', minutes % 60 > 0 ? `${minutes % 60}m` : ''].filter(Boolean).join(' ');
}

function sayPath({ ids, minutes, partly }: CriticalPath): string {
  if (ids.length === 0) return 'no dependencies';
  const time = minutes ? `, ${partly ? 'more than' : 'about'} ${sayTime(minutes)} left` : '';
  return `${plural(ids.length, 'task')}${time}`;
}

/** What of the graph is shown, and how far its critical path goes. */
export function GraphToolbar({ critical, shown, onToggle, focused, active, onFocus }: GraphToolbarProps) {
  const toggle = (part: GraphPart, label: string) => (
    <Button
      size="small"
      variant={shown.has(part) ? 'outline' : 'quiet'}
      aria-pressed={shown.has(part)}
      icon={shown.has(part) ? <Check aria-hidden="true" size={13} /> : undefined}
      onClick={() => onToggle(part)}
    >
      {label}
    </Button>
  );
  return (
    <div
      role="toolbar"
      aria-label="Graph"
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-1.5 max-md:flex-nowrap max-md:overflow-x-auto max-md:py-0 max-md:whitespace-nowrap max-md:[&_button]:h-11"
    >
      {shown.has('critical') && (
        <span className="flex items-center gap-2 text-small sm:whitespace-nowrap">
          <span aria-hidden="true" className="h-0.5 w-6 bg-fg" />
          <span className="font-medium max-sm:sr-only">Critical path</span>
          <span className="text-fg-2">{sayPath(critical)}</span>
        </span>
      )}
      {focused !== undefined && (
        <Chip removeLabel="Show all tasks again" onRemove={() => onFocus(false)}>
          Around <span className="font-medium text-fg">{focused}</span>
        </Chip>
      )}
      <span className="hidden flex-1 sm:block" />
      {active !== undefined && (
        <Button
          size="small"
          variant="quiet"
          shortcut="O"
          title={`Only “${active}”, what it waits for and what waits for it`}
          icon={<Focus aria-hidden="true" size={14} />}
          onClick={() => onFocus(true)}
        >
          Focus
        </Button>
      )}
      {toggle('critical', 'Critical path')}
      {toggle('collapse', 'Collapse done')}
      {toggle('links', 'All links')}
      <Button
        size="small"
        variant={shown.has('outline') ? 'outline' : 'quiet'}
        aria-pressed={shown.has('outline')}
        icon={<ListTree aria-hidden="true" size={14} />}
        onClick={() => onToggle('outline')}
      >
        Outline
      </Button>
    </div>
  );
}
