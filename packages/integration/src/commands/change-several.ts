import { type Act, ok, type Result } from '@cw/kernel';
import type { MergeStore } from '../adapters/merge-store.ts';
import type { MergeFailure } from '../model/merge-request.ts';
import type { MergeRequestView } from '../model/merge-view.ts';
import type { WaitingInput } from './change-waiting.ts';

type Change = (store: MergeStore, input: WaitingInput, act: Act) => Promise<Result<MergeRequestView, MergeFailure>>;

export type SeveralInput = Omit<WaitingInput, 'merge'> & { readonly merges: readonly string[] };

/** Does the same to several requests, to all of them or to none. One that is named twice is changed once. */
export async function changeSeveral(
  store: MergeStore,
  change: Change,
  { merges, ...rest }: SeveralInput,
  act: Act,
): Promise<Result<readonly MergeRequestView[], MergeFailure>> {
  const ids = new Set<string>();
  for (const merge of merges) {
    const found = await store.view(merge);
    if (!found.ok) return found;
    ids.add(found.value.id);
  }
  const changed: MergeRequestView[] = [];
  for (const merge of ids) {
    const done = await change(store, { ...rest, merge }, act);
    if (!done.ok) return done;
    changed.push(done.value);
  }
  return ok(changed);
}
