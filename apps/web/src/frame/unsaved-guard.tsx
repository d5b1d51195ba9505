import { ConfirmDialog } from '@cw/ui';
import { useBlocker } from '@tanstack/react-router';
import { isReloading } from '../data/outdated.ts';

/** Asks before leaving the page while text is not sent. The text stays as a draft either way. */
export function UnsavedGuard({ unsaved }: { readonly unsaved: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => unsaved && !isReloading(),
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave with unsaved text?"
      action="Leave"
      onConfirm={() => blocker.proceed?.()}
    >
      What you wrote is not saved yet. It stays here as a draft.
    </ConfirmDialog>
  );
}
