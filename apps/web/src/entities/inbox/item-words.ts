import type { ItemView } from '../../data/api-types.ts';

const doors: Readonly<Record<NonNullable<ItemView['answeredVia']>, string>> = {
  cli: 'in the terminal',
  dashboard: 'on the dashboard',
  mcp: 'through their own agent',
  timeout: 'because it timed out',
  system: 'by itself',
};

/** What a choice is called; its word where the item does not know it. */
export function choiceLabel(item: Pick<ItemView, 'choices'>, name: string): string {
  return item.choices.find((choice) => choice.name === name)?.label ?? name;
}

/** How an item ended, in one sentence; undefined while it is open. */
export function endWords(item: ItemView): string | undefined {
  const { state, answer, answeredBy, answeredVia } = item;
  if (state === 'open') return undefined;
  if (state === 'over') return 'Closed: it no longer needs an answer.';
  const who = answeredBy ?? 'Nobody';
  const how = answeredVia === null ? '' : ` ${doors[answeredVia]}`;
  if (state === 'dismissed') return `${who} dismissed it${how}.`;
  const said = answer === null ? '' : `: ${choiceLabel(item, answer.choice)}`;
  return answeredBy === null ? `Answered${how}${said}.` : `${who} answered${how}${said}.`;
}
