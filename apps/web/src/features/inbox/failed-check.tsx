import { StateIcon } from '@cw/ui';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../data/api.ts';
import type { CheckView, ItemView } from '../../data/api-types.ts';
import { noteOf } from '../../entities/check/check-output.tsx';
import { OutputBox } from '../../entities/text/output-box.tsx';

function Output({ mergeId, check }: { readonly mergeId: string; readonly check: CheckView }) {
  const { data } = useQuery(trpc.merges.checkLog.queryOptions({ id: mergeId, index: check.index }));
  return (
    <section aria-label="Failed check" className="overflow-hidden rounded-card border border-line">
      <div className="flex min-h-9 items-center gap-2 px-3.5 py-1.5">
        <StateIcon state="failed" bare />
        <code className="min-w-0 flex-1 truncate text-small" title={check.command}>
          {check.command}
        </code>
        <span className="shrink-0 text-small text-fg-3 tabular-nums">{noteOf(check)}</span>
      </div>
      {data && (
        <OutputBox
          label="Output of the check"
          text={data.text}
          className="max-h-80 rounded-none border-x-0 border-b-0"
        />
      )}
    </section>
  );
}

/** Of work that was not merged: the check that kept it out, with what it wrote. */
export function FailedCheck({ item }: { readonly item: Pick<ItemView, 'kind' | 'details'> }) {
  const { mergeId } = item.details;
  const id = item.kind === 'failure' && typeof mergeId === 'string' ? mergeId : '';
  const { data } = useQuery({ ...trpc.merges.show.queryOptions({ id }), enabled: id !== '' });
  const failed = data?.checks.find(({ verdict }) => verdict === 'failed' || verdict === 'timed-out');
  return failed ? <Output mergeId={id} check={failed} /> : null;
}
