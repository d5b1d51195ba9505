import { Button, Dialog, FailedPanel, SkeletonRows, StateIcon } from '@cw/ui';
import { Brush } from '@cw/ui/icons';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refusalText, trpc } from '../../data/api.ts';
import { refresh } from '../../data/refresh.ts';
import { GoneList, KeptList } from './cleaning-list.tsx';
import { goneWords } from './cleaning-words.ts';

function CleanUpDialog({ onClose }: { readonly onClose: () => void }) {
  const preview = useMutation(trpc.dispatch.cleanUp.mutationOptions());
  const clean = useMutation(trpc.dispatch.cleanUp.mutationOptions({ onSuccess: () => refresh('system') }));
  const { mutate: look } = preview;
  useEffect(() => look({ dryRun: true }), [look]);
  const cleaning = clean.data ?? preview.data;
  const done = clean.data !== undefined;
  const nothing = cleaning?.removed.length === 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Clean up"
      description="Old logs of successful runs, worktrees and branches whose work is merged, refs of tasks closed long ago. Anything uncommitted, unmerged or in use is kept."
      footer={
        done || nothing ? (
          <Button className="max-md:h-11" onClick={onClose}>
            Close
          </Button>
        ) : (
          <Button
            variant="primary"
            className="max-md:h-11"
            disabled={cleaning === undefined || clean.isPending}
            onClick={() => clean.mutate({ dryRun: false })}
          >
            {clean.isPending ? 'Cleaning up' : 'Clean up now'}
          </Button>
        )
      }
    >
      <div className="flex min-h-24 flex-col gap-3">
        {preview.error ? (
          <FailedPanel
            title="The list could not be loaded."
            detail={refusalText(preview.error)}
            onRetry={() => look({ dryRun: true })}
          />
        ) : cleaning === undefined ? (
          <SkeletonRows rows={3} label="Looking for things to remove" />
        ) : (
          <>
            <p role="status" className="flex items-center gap-2 font-medium">
              {done && <StateIcon state="done" bare />}
              {done ? 'Removed' : 'Would remove'} {goneWords(cleaning)}.
            </p>
            <GoneList cleaning={cleaning} onLeave={onClose} />
            <KeptList kept={cleaning.kept} />
          </>
        )}
        {clean.error && (
          <p role="alert" className="text-small text-danger-fg wrap-anywhere">
            {refusalText(clean.error)}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Removes what nobody needs any more, after showing what that is. */
export function CleanUp() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className="max-md:h-11 max-md:border-0 max-md:bg-transparent max-md:px-2"
        icon={<Brush aria-hidden="true" size={14} />}
        onClick={() => setOpen(true)}
      >
        Clean up
      </Button>
      {open && <CleanUpDialog onClose={() => setOpen(false)} />}
    </>
  );
}
