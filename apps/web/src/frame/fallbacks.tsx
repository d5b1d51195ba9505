import { Button, EmptyState, FailedPanel } from '@cw/ui';
import { Footprints } from '@cw/ui/icons';
import { type ErrorComponentProps, useNavigate } from '@tanstack/react-router';
import { RefusedWords, refusedAddress } from './refused-address.tsx';
import { TopBar } from './top-bar.tsx';

export function NotFound() {
  const navigate = useNavigate();
  return (
    <>
      <TopBar title="Nothing here" />
      <EmptyState
        icon={<Footprints />}
        title="Page not found"
        action={<Button onClick={() => void navigate({ to: '/tasks' })}>Go to tasks</Button>}
      >
        The link may be outdated or incomplete.
      </EmptyState>
    </>
  );
}

/** A screen broke, or the address asks for what there is not: it says so in its own place, and can be drawn again alone. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const refused = refusedAddress(error);
  if (refused) return <RefusedWords refused={refused} />;
  return (
    <FailedPanel
      title="This screen could not be shown."
      detail={error instanceof Error ? error.message : String(error)}
      onRetry={reset}
    />
  );
}
