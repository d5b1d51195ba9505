import { type CliRun, toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { retryMerge } from '../../commands/retry-merge.ts';
import { queueDeps } from '../../run.ts';
import { mergeRefusals } from '../refusals.ts';
import { mergeText } from './merge-read.ts';

export const mergeRetry: CliRun = async (input, context) => {
  const wanted = { merge: input.argument('merge') };
  const result = await retryMerge(queueDeps(context.workspace), wanted, await context.act());
  if (!result.ok) return err(toRefusal(mergeRefusals, result.error));
  const merge = result.value;
  return ok({ data: merge, ids: [merge.id], text: (style) => mergeText(merge, style) });
};
