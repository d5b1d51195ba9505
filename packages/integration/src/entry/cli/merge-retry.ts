import { type CliRun, toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { createIntegrationModule } from '../../integration.module.ts';
import { mergeRefusals } from '../refusals.ts';
import { mergeText } from './merge-read.ts';

export const mergeRetry: CliRun = async (input, context) => {
  const merges = createIntegrationModule(context.workspace);
  const result = await merges.retry({ merge: input.argument('merge') }, await context.act());
  if (!result.ok) return err(toRefusal(mergeRefusals, result.error));
  const merge = result.value;
  return ok({ data: merge, ids: [merge.id], text: (style) => mergeText(merge, style) });
};
