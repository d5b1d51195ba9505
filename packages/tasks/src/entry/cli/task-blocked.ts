import {
  type CliAnswer,
  type CliContext,
  type CliInput,
  commandLine,
  moreNote,
  plainLine,
  type Style,
} from '@cw/entry';
import { ok } from '@cw/kernel';
import { type BlockedRow, listBlocked, type ShownBlocker } from '../../queries/list-blocked.ts';
import { refuse } from '../refusals.ts';
import { sayWaitEnd, stepsForWaitEnd } from '../say-wait-end.ts';
import { workOptions } from './filter-options.ts';
import { readFilter } from './list-filter.ts';
import { paintPriority, paintState, stateWords } from './task-words.ts';
import { typedLimit } from './typed-limit.ts';

/** `cw task blocked`: what waits, and for what. */
export async function taskBlocked(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const limit = typedLimit(input, context);
  if (!limit.ok) return refuse(limit);
  const filter = await readFilter(input, context, workOptions);
  if (!filter.ok) return refuse(filter);
  const wanted = { ...filter.value, limit: limit.value, cursor: input.option('cursor') };
  const page = await listBlocked(context.workspace.storage.read, wanted);
  if (!page.ok) return refuse(page);
  const { items } = page.value;
  return ok({
    data: page.value,
    ids: items.map(({ id }) => id),
    text: (style) =>
      items.length === 0 ? 'Nothing is blocked.' : items.flatMap((row) => rowLines(row, style)).join('\n'),
    note: moreNote(page.value),
  });
}

function rowLines(row: BlockedRow, style: Style): readonly string[] {
  const state = paintState(row.state, style);
  const why = row.state === 'needs-you' ? [style.yellow(plainLine(row.statusReason ?? 'a person has to act'))] : [];
  return [
    `${style.cyan(row.id)}  ${paintPriority(row.priority, style)}  ${plainLine(row.title)}  ${state}`,
    ...[
      ...why,
      ...sayEnd(row, style),
      ...sayPlan(row, style),
      ...row.waitsFor.map((blocker) => sayWait(blocker, style)),
    ].map((line) => `    ${line}`),
  ];
}

/** The root cause stands above what is nearest. */
function sayEnd({ id, inTheEnd }: BlockedRow, style: Style): readonly string[] {
  if (inTheEnd === null) return [];
  const [next] = stepsForWaitEnd(inTheEnd, id);
  return [`${plainLine(sayWaitEnd(inTheEnd))}${next ? style.dim(`  (${commandLine(next)})`) : ''}`];
}

function sayPlan({ id, plan }: BlockedRow, style: Style): readonly string[] {
  if (plan === null) return [];
  return plan === 'not-written'
    ? [`waits for its plan to be written${style.dim(`  (cw task plan set ${id} --goal … --step …)`)}`]
    : [`waits for its plan to be approved${style.dim(`  (cw task plan show ${id})`)}`];
}

function sayWait({ id, title, reason, state }: ShownBlocker, style: Style): string {
  const other = `${style.cyan(id)}  ${plainLine(title)}`;
  switch (reason) {
    case 'open':
      return `waits for ${other}${state === null ? '' : style.dim(`  (${stateWords[state]})`)}`;
    case 'failed':
      return `${style.red('blocked by failed')} ${other}`;
    case 'cancelled':
      return `${style.red('blocked by cancelled')} ${other}`;
    case 'deleted':
      return `${style.red('blocked by deleted')} ${other}${style.dim('  (in the trash)')}`;
    case 'not-failed':
      return `runs only if this fails, which it did not: ${other}`;
    case 'children':
      return `waits for the children of ${other}`;
    case 'blocked':
      return `is part of ${other}${style.dim('  (needs you)')}`;
    case 'gate':
      return `waits for approval of the result of ${other}${style.dim(`  (cw task approve ${id})`)}`;
  }
}
