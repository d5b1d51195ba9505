import { StateIcon } from '@cw/ui';
import type { MergeRequestView } from './api-types.ts';
import { mergeShown } from './states.ts';

/** Where the merge of a run stands, beside the run's own state; nothing once it is merged. */
export function MergeMark({ merge }: { readonly merge: MergeRequestView | undefined }) {
  if (!merge || merge.state === 'merged') return null;
  const shown = mergeShown(merge.state);
  return (
    <span title={merge.reason ?? undefined} className="inline-flex shrink-0 items-center gap-1 text-small text-fg-2">
      <StateIcon state={shown.state} bare />
      Merge: {shown.name.toLowerCase()}
    </span>
  );
}
