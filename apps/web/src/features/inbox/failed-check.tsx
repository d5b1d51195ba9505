import { Button, StateIcon } from '@cw/ui';
import { SquareTerminal } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../../data/api.ts';
import type { ItemView } from '../../data/api-types.ts';
import { CheckOutput, noteOf } from '../../entities/check/check-output.tsx';

/** Of work that was not merged: the check that kept it out, and the way to all it wrote. The item has the end of that. */
export function FailedCheck({ item }: { readonly item: Pick<ItemView, 'kind' | 'details'> }) {
  const { mergeId } = item.details;
  const id = item.kind === 'failure' && typeof mergeId === 'string' ? mergeId : '';
  const [open, setOpen] = useState(false);
  const { data } = useQuery({ ...trpc.merges.show.queryOptions({ id }), enabled: id !== '' });
  const failed = data?.failedCheck;
  if (!failed) return null;
  return (
    <section
      aria-label="Failed check"
      className="flex min-h-9 items-center gap-2 rounded-card border border-line px-3.5 py-1.5"
    >
      <StateIcon state="failed" bare />
      <span className="min-w-0 flex-1 truncate" title={failed.command}>
        {failed.name}
      </span>
      <span className="shrink-0 text-small text-fg-3 tabular-nums">{noteOf(failed)}</span>
      <Button icon={<SquareTerminal aria-hidden="true" size={14} />} onClick={() => setOpen(true)}>
        Whole output
      </Button>
      {open && <CheckOutput mergeId={id} check={failed} onClose={() => setOpen(false)} />}
    </section>
  );
}
