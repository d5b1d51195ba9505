import { IconButton } from '@cw/ui';
import { CircleAlert, X } from '@cw/ui/icons';
import { NodeToolbar, Position } from '@xyflow/react';
import type { RefusedLink } from './use-edge-changes.ts';

type GraphRefusalProps = {
  readonly refused: RefusedLink;
  readonly titleOf: (id: string) => string;
  readonly onDismiss: () => void;
};

/** Why a link was not made, under the task it was to lead to; for a circle, the whole way round. */
export function GraphRefusal({ refused: { at, message, circle }, titleOf, onDismiss }: GraphRefusalProps) {
  return (
    <NodeToolbar nodeId={at} isVisible position={Position.Bottom} align="start">
      <div
        role="alert"
        className="flex w-72 items-start gap-2 rounded-card border border-failed-line bg-failed-bg p-2.5 text-small text-fg shadow-float"
      >
        <CircleAlert aria-hidden="true" size={14} className="mt-0.5 shrink-0 text-danger-fg" />
        <div className="min-w-0 flex-1 wrap-anywhere">
          {circle.length > 0 ? (
            <>
              <p className="font-medium">Not linked: this would create a dependency cycle.</p>
              <ol className="mt-1 list-decimal pl-4 text-fg-2">
                {circle.map((id, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the way ends with the task it began with
                  <li key={index}>{titleOf(id)}</li>
                ))}
              </ol>
              <p className="mt-1 text-fg-2">Remove one of the links between them first.</p>
            </>
          ) : (
            <p>{message}</p>
          )}
        </div>
        <IconButton label="Dismiss" size="small" onClick={onDismiss}>
          <X />
        </IconButton>
      </div>
    </NodeToolbar>
  );
}
