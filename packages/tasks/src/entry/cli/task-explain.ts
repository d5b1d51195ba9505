import { type CliAnswer, type CliContext, type CliInput, moreNote, plainLine, type Style } from '@cw/entry';
import { ok } from '@cw/kernel';
import { explainReady, type NotReadyRow } from '../../queries/explain-ready.ts';
import type { Condition } from '../../queries/task-filter.ts';
import { refuse } from '../refusals.ts';
import { sayReason } from '../say-reason.ts';
import { paintPriority } from './task-words.ts';
import { typedLimit } from './typed-limit.ts';

/** `cw task ready --explain`: why each other unfinished task is not offered as work. */
export async function taskExplain(
  input: CliInput,
  context: CliContext,
  also: Condition | undefined,
): Promise<CliAnswer> {
  const limit = typedLimit(input, context);
  if (!limit.ok) return refuse(limit);
  const wanted = { limit: limit.value, cursor: input.option('cursor'), also };
  const page = await explainReady(context.workspace.storage.read, wanted);
  if (!page.ok) return refuse(page);
  const { items } = page.value;
  return ok({
    data: page.value,
    ids: items.map((task) => task.id),
    text: (style) =>
      items.length === 0
        ? `Every unfinished task ${also ? 'that matches these filters ' : ''}is ready.`
        : items.flatMap((row) => rowLines(row, style)).join('\n'),
    note: moreNote(page.value),
  });
}

function rowLines(row: NotReadyRow, style: Style): readonly string[] {
  const isHeld = row.reasons.some(({ why }) => why === 'merge-held');
  const holder = row.holder === null || isHeld ? '' : `, held by ${plainLine(row.holder)}`;
  const why = row.reasons.map((reason) => plainLine(sayReason(reason, row.id))).join('; ');
  return [
    `${style.cyan(row.id)}  ${paintPriority(row.priority, style)}  ${plainLine(row.title)}`,
    style.dim(`    ${why}${holder}`),
  ];
}
