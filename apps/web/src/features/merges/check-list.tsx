import { PanelSection, StateIcon } from '@cw/ui';
import { ChevronRight } from '@cw/ui/icons';
import { useState } from 'react';
import type { CheckView, MergeRequestView, MergeSheet } from '../../data/api-types.ts';
import { CheckOutput, noteOf } from '../../entities/check/check-output.tsx';
import { verdictShown } from '../../entities/check/check-state.ts';
import { LastLines } from '../../entities/check/last-lines.tsx';
import { mergeIsMoving } from '../../entities/merge/merge-state.ts';

function CheckRow({ check, onShow }: { readonly check: CheckView; readonly onShow: () => void }) {
  const started = !['pending', 'not-run', 'unchecked'].includes(check.verdict);
  return (
    <li>
      <button
        type="button"
        disabled={!started}
        className="-mx-2 flex h-8 max-md:h-11 w-[calc(100%+16px)] items-center gap-2 rounded-key px-2 text-left enabled:hover:bg-hover"
        onClick={onShow}
      >
        <StateIcon state={verdictShown(check.verdict).state} bare />
        <span className="shrink-0 truncate">{check.name}</span>
        <code className="min-w-0 flex-1 truncate text-small text-fg-3">
          {check.command === check.name ? '' : check.command}
        </code>
        <span className="shrink-0 text-small text-fg-3 tabular-nums">{noteOf(check)}</span>
        {started && <span className="sr-only">, show the output</span>}
        <ChevronRight aria-hidden="true" size={14} className={started ? 'text-fg-mute' : 'invisible'} />
      </button>
    </li>
  );
}

function whyNone(merge: MergeRequestView): string {
  if (merge.verdict === 'unchecked') return 'Unchecked: the project has no checks.';
  return mergeIsMoving(merge.state) ? 'None ran yet.' : 'None ran.';
}

/** The checks on the merge's result, with what each wrote. None configured is said so, and never looks like passed. */
export function CheckList({ merge }: { readonly merge: MergeSheet }) {
  const [shown, setShown] = useState<CheckView>();
  return (
    <PanelSection title="Checks" aside={merge.checks.length > 0 && verdictShown(merge.verdict).name}>
      {merge.checks.length === 0 && (
        <p className="flex items-center gap-2 text-fg-2">
          <StateIcon state={verdictShown(merge.verdict).state} bare />
          {whyNone(merge)}
        </p>
      )}
      <ul>
        {merge.checks.map((check) => (
          <CheckRow key={check.index} check={check} onShow={() => setShown(check)} />
        ))}
      </ul>
      {merge.failedCheck && <LastLines check={merge.failedCheck} />}
      {shown && <CheckOutput mergeId={merge.id} check={shown} onClose={() => setShown(undefined)} />}
    </PanelSection>
  );
}
