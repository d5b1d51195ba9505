import { type CliRun, plainLine } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { answerInbox, dismissInbox, restoreInbox } from '../../inbox/answer.ts';
import { answerDeps, run } from '../../run.ts';
import { answerRefusal } from '../refusals.ts';
import { sayEffect } from '../say-effect.ts';

/** `cw inbox answer` */
export const inboxAnswer: CliRun = async (input, context) => {
  const said = input.option('text');
  const text = said === '-' ? await context.stdin() : said;
  const wanted = { item: input.argument('item'), choice: input.optionalArgument('choice'), text, via: 'cli' } as const;
  const done = await answerInbox(answerDeps(context.workspace), wanted, await context.act());
  if (!done.ok) return err(answerRefusal(done.error));
  const { item, effect } = done.value;
  return ok({
    data: done.value,
    ids: [item.id],
    text: (style) =>
      `${style.bold(item.id)} answered with ${item.answer?.choice ?? ''}: ${plainLine(item.title)}\n${sayEffect(effect)}`,
  });
};

/** `cw inbox dismiss` */
export const inboxDismiss: CliRun = async (input, context) => {
  const wanted = { item: input.argument('item'), via: 'cli' } as const;
  const done = await run(context.workspace, dismissInbox, wanted, await context.act());
  if (!done.ok) return err(answerRefusal(done.error));
  const { id, title, taskId } = done.value;
  const stays = taskId === null ? '' : ` ${taskId} stays as it is.`;
  return ok({
    data: done.value,
    ids: [id],
    text: (style) => `${style.bold(id)} dismissed: ${plainLine(title)}${stays}`,
  });
};

/** `cw inbox restore` */
export const inboxRestore: CliRun = async (input, context) => {
  const wanted = { item: input.argument('item'), via: 'cli' } as const;
  const done = await run(context.workspace, restoreInbox, wanted, await context.act());
  if (!done.ok) return err(answerRefusal(done.error));
  const { id, title } = done.value;
  return ok({
    data: done.value,
    ids: [id],
    text: (style) => `${style.bold(id)} waits for you again: ${plainLine(title)}`,
  });
};
