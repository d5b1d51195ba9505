import { Button, IconButton, Menu, MenuChoices } from '@cw/ui';
import { ChevronDown, Link2, X } from '@cw/ui/icons';
import { Panel } from '@xyflow/react';
import { useKeys } from '../../frame/keys.ts';
import { sayLink } from './graph-elements.ts';
import { type DrawnType, drawnTypes, type Linking } from './use-linking.ts';

type GraphLinkingProps = {
  readonly linking: Linking;
  /** The task from which a link would begin, or to which it would lead. */
  readonly active: string | undefined;
  readonly titleOf: (id: string) => string;
};

/** Links without dragging: from the active task to the one that is gone to next, by keys or by a press. */
export function GraphLinking({ linking, active, titleOf }: GraphLinkingProps) {
  const { from, leave, go } = linking;
  const start = () => active !== undefined && go(active);
  useKeys([{ keys: 'd', label: 'Draw a link from this task', group: 'In a list', run: start }], active !== undefined);
  useKeys(
    [{ keys: 'escape', label: 'Cancel the link', group: 'In a list', quiet: true, run: leave }],
    from !== undefined,
  );
  return (
    <Panel position="top-left" className="flex max-w-[min(36rem,calc(100%-2rem))] flex-col items-start gap-1">
      <span className="flex items-center rounded-control border border-line-2 bg-raised p-0.5 [&_button]:pointer-coarse:h-11 [&_button]:pointer-coarse:min-w-11">
        {from === undefined && (
          <Button
            size="small"
            variant="quiet"
            shortcut="D"
            disabled={active === undefined}
            title={active && `Draw a link from “${titleOf(active)}”`}
            icon={<Link2 aria-hidden="true" size={14} />}
            onClick={start}
          >
            Link
          </Button>
        )}
        <KindMenu linking={linking} />
        {from !== undefined && (
          <IconButton label="Cancel the link" shortcut="Esc" size="small" onClick={leave}>
            <X />
          </IconButton>
        )}
      </span>
      <div role="status">
        {from !== undefined && (
          <p className="rounded-control border border-line-2 bg-raised px-2 py-1 text-small wrap-anywhere">
            {sayNext(linking, from, active, titleOf)}
          </p>
        )}
      </div>
    </Panel>
  );
}

function sayNext({ type }: Linking, from: string, active: string | undefined, titleOf: (id: string) => string): string {
  if (active === undefined || active === from) return `From “${titleOf(from)}”: go to the other task.`;
  return `Enter: ${sayLink({ type, from, to: active }, titleOf)}`;
}

function KindMenu({ linking: { type, choose } }: { readonly linking: Linking }) {
  return (
    <Menu
      trigger={
        <Button size="small" variant="quiet" aria-label={`Kind of new links: ${drawnTypes[type]}`}>
          {drawnTypes[type]}
          <ChevronDown aria-hidden="true" size={12} />
        </Button>
      }
    >
      <MenuChoices
        label="Kind of new links"
        value={type}
        onChange={(next) => choose(next as DrawnType)}
        options={Object.entries(drawnTypes).map(([value, label]) => ({ value, label }))}
      />
    </Menu>
  );
}
