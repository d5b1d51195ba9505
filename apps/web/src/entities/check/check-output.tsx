import { Dialog, FailedPanel, Skeleton } from '@cw/ui';
import { useQuery } from '@tanstack/react-query';
import { refusalText, trpc } from '../../data/api.ts';
import type { CheckView } from '../../data/api-types.ts';
import { formatDuration } from '../text/format.ts';
import { OutputBox } from '../text/output-box.tsx';
import { verdictShown } from './check-state.ts';

function Output({ mergeId, check }: { readonly mergeId: string; readonly check: CheckView }) {
  const query = useQuery(trpc.merges.checkLog.queryOptions({ id: mergeId, index: check.index }));
  if (query.data) {
    return <OutputBox label="Output" text={query.data.text} className="max-h-[64vh]" />;
  }
  if (query.error) {
    return (
      <FailedPanel
        title="The output could not be loaded."
        detail={refusalText(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <Skeleton className="my-4 w-80" />;
}

/** How the check ended and how long it took, in one line. */
export function noteOf(check: CheckView): string {
  const parts = [verdictShown(check.verdict).name];
  if (check.exitCode !== null && check.exitCode !== 0) parts.push(`exit ${check.exitCode}`);
  if (check.durationMs !== null) parts.push(formatDuration(check.durationMs));
  return parts.join(' · ');
}

type CheckOutputProps = { readonly mergeId: string; readonly check: CheckView; readonly onClose: () => void };

/** What a check wrote, in a window. */
export function CheckOutput({ mergeId, check, onClose }: CheckOutputProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={check.name}
      description={check.command === check.name ? noteOf(check) : `${noteOf(check)} · ${check.command}`}
      width="large"
    >
      <Output mergeId={mergeId} check={check} />
    </Dialog>
  );
}
