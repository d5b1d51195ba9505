import { StateIcon } from '@cw/ui';
import type { MergeRequestView } from '../../data/api-types.ts';
import { mergeShown } from './merge-state.ts';

type MergeMarkProps = {
  readonly merge: MergeRequestView | undefined;
  /** Leaves the words to the icon where the window is narrow. */
  readonly brief?: boolean | undefined;
};

/** Where the merge of a run stands, beside the run's own state; nothing once it is merged. */
export function MergeMark({ merge, brief = false }: MergeMarkProps) {
  if (!merge || merge.state === 'merged') return null;
  const shown = mergeShown(merge.state);
  return (
    <span title={merge.reason ?? undefined} className="inline-flex shrink-0 items-center gap-1 text-small text-fg-2">
      <StateIcon state={shown.state} bare />
      <span className={brief ? 'max-sm:sr-only' : undefined}>Merge: {shown.name.toLowerCase()}</span>
    </span>
  );
}
