import { CircleAlert, RotateCcw } from 'lucide-react';
import { Button } from './button.tsx';

type FailedPanelProps = {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
};

/** One part could not be loaded; it is tried again alone. Never looks like an empty one. */
export function FailedPanel({ title, detail, onRetry }: FailedPanelProps) {
  return (
    <div
      role="alert"
      className="m-4 flex items-center gap-2.5 rounded-card border border-failed-line bg-failed-bg px-3 py-2"
    >
      <CircleAlert aria-hidden="true" className="size-3.5 shrink-0 text-st-failed" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <span>{title}</span>
        {detail && <span className="block text-small text-fg-2">{detail}</span>}
      </div>
      {onRetry && (
        <Button size="small" icon={<RotateCcw aria-hidden="true" size={13} />} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
