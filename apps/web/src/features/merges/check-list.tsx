import { Dialog, FailedPanel, PanelSection, Skeleton, StateIcon, TextBox } from '@cw/ui';
import { ChevronRight } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalText, trpc } from '../../shared/api.ts';
import type { CheckView, MergeRequestView } from '../../shared/api-types.ts';
import { formatDuration } from '../../shared/format.ts';
import { verdictShown } from '../../shared/states.ts';

function CheckOutput({ mergeId, check }: { readonly mergeId: string; readonly check: CheckView }) {
  const query = useQuery(trpc.merges.checkLog.queryOptions({ id: mergeId, index: check.index }));
  if (query.data) {
    return <TextBox label="Output" text={query.data.text} className="max-h-[64vh]" />;
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

function noteOf(check: CheckView): string {
  const parts = [verdictShown(check.verdict).name];
  if (check.exitCode !== null && check.exitCode !== 0) parts.push(`exit ${check.exitCode}`);
  if (check.durationMs !== null) parts.push(formatDuration(check.durationMs));
  return parts.join(' · ');
}

function CheckRow({ check, onShow }: { readonly check: CheckView; readonly onShow: () => void }) {
  const started = check.verdict !== 'pending' && check.verdict !== 'unchecked';
  return (
    <li>
      <button
        type="button"
        disabled={!started}
        className="-mx-2 flex h-8 w-[calc(100%+16px)] items-center gap-2 rounded-key px-2 text-left enabled:hover:bg-hover"
        onClick={onShow}
      >
        <StateIcon state={verdictShown(check.verdict).state} bare />
        <code className="min-w-0 flex-1 truncate text-small">{check.command}</code>
        <span className="shrink-0 text-small text-fg-3 tabular-nums">{noteOf(check)}</span>
        {started && <span className="sr-only">, show the output</span>}
        <ChevronRight aria-hidden="true" size={14} className={started ? 'text-fg-mute' : 'invisible'} />
      </button>
    </li>
  );
}

/** The checks on the merge's result, with what each wrote. None configured is said so, and never looks like passed. */
export function CheckList({ merge }: { readonly merge: MergeRequestView }) {
  const [shown, setShown] = useState<CheckView>();
  return (
    <PanelSection title="Checks" aside={merge.checks.length > 0 && verdictShown(merge.verdict).name}>
      {merge.checks.length === 0 && (
        <p className="flex items-center gap-2 text-fg-2">
          <StateIcon state={verdictShown(merge.verdict).state} bare />
          {merge.verdict === 'unchecked' ? 'Unchecked: the project names no check.' : 'None ran yet.'}
        </p>
      )}
      <ul>
        {merge.checks.map((check) => (
          <CheckRow key={check.index} check={check} onShow={() => setShown(check)} />
        ))}
      </ul>
      {shown && (
        <Dialog
          open
          onOpenChange={() => setShown(undefined)}
          title={shown.command}
          description={noteOf(shown)}
          width="large"
        >
          <CheckOutput mergeId={merge.id} check={shown} />
        </Dialog>
      )}
    </PanelSection>
  );
}
