import { type CliContext, type CliRun, toRefusal } from '@cw/entry';
import { type Act, err, ok, type Result } from '@cw/kernel';
import type { CanGoOnWith, MergeStore } from '../../adapters/merge-store.ts';
import { cancelMerge, holdMerge, prioritizeMerge, releaseMerge } from '../../commands/change-waiting.ts';
import { retryMerge } from '../../commands/retry-merge.ts';
import type { MergeFailure } from '../../model/merge-request.ts';
import type { MergeRequestView } from '../../model/merge-view.ts';
import { merges, queueDeps } from '../../run.ts';
import { mergeRefusals } from '../refusals.ts';
import { mergeText } from './merge-read.ts';

export const mergeRetry: CliRun = async (input, context) => {
  const wanted = { merge: input.argument('merge') };
  return told(await retryMerge(queueDeps(context.workspace), wanted, await context.act()));
};

export const mergeCancel =
  (canGoOnWith: CanGoOnWith): CliRun =>
  async (input, { workspace, act }) => {
    const wanted = { merge: input.argument('merge'), reason: input.option('reason') };
    const done = await merges(canGoOnWith).run(workspace, cancelMerge, wanted, await act());
    return told(done, (merge) => `The branch ${merge.branch} is kept, and ${merge.taskId} waits for you in the inbox.`);
  };

export const mergeHold: CliRun = async (input, context) => {
  const wanted = { merge: input.argument('merge'), reason: input.option('reason') };
  return told(await change(context, holdMerge, wanted));
};

export const mergeRelease: CliRun = async (input, context) => {
  return told(await change(context, releaseMerge, { merge: input.argument('merge') }));
};

export const mergeUpdate: CliRun = async (input, context) => {
  const wanted = { merge: input.argument('merge'), priority: input.option('priority') ?? '' };
  return told(await change(context, prioritizeMerge, wanted));
};

type Answer = Result<MergeRequestView, MergeFailure>;
type Change<Input> = (store: MergeStore, input: Input, act: Act) => Promise<Answer>;

async function change<Input>({ workspace, act }: CliContext, command: Change<Input>, input: Input): Promise<Answer> {
  return merges().run(workspace, command, input, await act());
}

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
