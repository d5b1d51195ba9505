import { type CliRun, toRefusal } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
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
    const wanted = { merge: input.argument('merge'), reason: input.option('reason') };
    const done = await merges(known).run(workspace, cancelMerge, wanted, await act());
    return told(done, (merge) => `The branch ${merge.branch} is kept, and ${merge.taskId} waits for you in the inbox.`);
  };

export const mergeHold: CliRun = async (input, context) => {
  const wanted = { merge: input.argument('merge'), reason: input.option('reason') };
  return told(await merges().run(context.workspace, holdMerge, wanted, await context.act()));
};

export const mergeRelease: CliRun = async (input, context) => {
  return told(
    await merges().run(context.workspace, releaseMerge, { merge: input.argument('merge') }, await context.act()),
  );
};

export const mergeUpdate: CliRun = async (input, context) => {
  const wanted = { merge: input.argument('merge'), priority: input.option('priority') ?? '' };
  return told(await merges().run(context.workspace, prioritizeMerge, wanted, await context.act()));
};

type Answer = Result<MergeRequestView, MergeFailure>;

function told(answer: Answer, note?: (merge: MergeRequestView) => string): Awaited<ReturnType<CliRun>> {
  if (!answer.ok) return err(toRefusal(mergeRefusals, answer.error));
  const merge = answer.value;
  return ok({
    data: merge,
    ids: [merge.id],
    text: (style) => mergeText(merge, style),
    ...(note === undefined ? {} : { note: note(merge) }),
  });
}
