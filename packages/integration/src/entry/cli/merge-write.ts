import { type CliAnswer, type CliRun, toRefusal } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { changeSeveral } from '../../commands/change-several.ts';
import { cancelMerge, holdMerge, prioritizeMerge, releaseMerge } from '../../commands/change-waiting.ts';
import { retryMerge } from '../../commands/retry-merge.ts';
import type { MergeFailure } from '../../model/merge-request.ts';
import type { MergeRequestView } from '../../model/merge-view.ts';
import type { CanGoOnWith } from '../../ports/can-go-on-with.ts';
import { merges, queueDeps } from '../../run.ts';
import { mergeRefusals } from '../refusals.ts';
import { mergeText } from './merge-read.ts';

export const mergeRetry: CliRun = async (input, context) => {
  const wanted = { merge: input.argument('merge') };
  return told(await retryMerge(queueDeps(context.workspace), wanted, await context.act()));
};

export const mergeCancel =
  (canGoOnWith: () => Promise<CanGoOnWith>): CliRun =>
  async (input, { workspace, act }) => {
    // A transaction waits for no file.
    const known = await canGoOnWith();
    const wanted = { merges: input.argumentList('merges'), reason: input.option('reason') };
    const done = await merges(known).run(workspace, changeSeveral, cancelMerge, wanted, await act());
    return toldOfAll(done, wanted.merges.length, (cancelled) => {
      const [merge, ...others] = cancelled;
      return merge !== undefined && others.length === 0
        ? `The branch ${merge.branch} is kept, and ${merge.taskId} waits for you in the inbox.`
        : 'Their branches are kept, and their tasks wait for you in the inbox.';
    });
  };

export const mergeHold: CliRun = async (input, context) => {
  const wanted = { merges: input.argumentList('merges'), reason: input.option('reason') };
  const done = await merges().run(context.workspace, changeSeveral, holdMerge, wanted, await context.act());
  return toldOfAll(done, wanted.merges.length);
};

export const mergeRelease: CliRun = async (input, context) => {
  const wanted = { merges: input.argumentList('merges') };
  const done = await merges().run(context.workspace, changeSeveral, releaseMerge, wanted, await context.act());
  return toldOfAll(done, wanted.merges.length);
};

export const mergeUpdate: CliRun = async (input, context) => {
  const wanted = { merge: input.argument('merge'), priority: input.option('priority') ?? '' };
  return told(await merges().run(context.workspace, prioritizeMerge, wanted, await context.act()));
};

function told(answer: Result<MergeRequestView, MergeFailure>): CliAnswer {
  if (!answer.ok) return err(toRefusal(mergeRefusals, answer.error));
  const merge = answer.value;
  return ok({ data: merge, ids: [merge.id], text: (style) => mergeText(merge, style) });
}

/** One that was asked for is told as it is, several as a list. */
function toldOfAll(
  answer: Result<readonly MergeRequestView[], MergeFailure>,
  asked: number,
  note?: (merges: readonly MergeRequestView[]) => string,
): CliAnswer {
  if (!answer.ok) return err(toRefusal(mergeRefusals, answer.error));
  const items = answer.value;
  return ok({
    data: asked === 1 ? items[0] : { items, total: items.length, nextCursor: null },
    ids: items.map(({ id }) => id),
    text: (style) => items.map((merge) => mergeText(merge, style)).join('\n\n'),
    ...(note === undefined ? {} : { note: note(items) }),
  });
}
