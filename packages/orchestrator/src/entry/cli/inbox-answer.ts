import { type CliAnswer, type CliRun, doEach, plainLine, type Refusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { findItem } from '@cw/messages';
import { answerInbox, dismissInbox, restoreInbox } from '../../inbox/answer.ts';
import { answerDeps, run } from '../../run.ts';
import { answerRefusal } from '../refusals.ts';
import { sayEffect } from '../say-effect.ts';
import { itemsAndChoice, itemsNamed } from './items-named.ts';

/** `cw inbox answer` */
export const inboxAnswer: CliRun = async (input, context) => {
  const meant = await itemsAndChoice(input, context);
  if (!meant.ok) return meant;
  const { items, choice } = meant.value;
  const said = input.option('text');
  const text = said === '-' ? await context.stdin() : said;
  const act = await context.act();
  return doEach(items, 'answered', async (item): Promise<CliAnswer> => {
    if (items.length > 1 && (await isApproval(item))) return err(oneByOne(item));
    const wanted = { item, choice, text, via: 'cli' } as const;
    const done = await answerInbox(answerDeps(context.workspace), wanted, act);
    if (!done.ok) return err(answerRefusal(done.error));
    const { item: answered, effect } = done.value;
    return ok({
      data: done.value,
      ids: [answered.id],
      text: (style) =>
        `${style.bold(answered.id)} answered with ${answered.answer?.choice ?? ''}: ${plainLine(answered.title)}\n${sayEffect(effect)}`,
    });
  });

  async function isApproval(item: string): Promise<boolean> {
    const found = await findItem(context.workspace.storage.read, item);
    return found.ok && found.value.kind === 'approval';
  }
};

/** One act of a person opens one gate. */
function oneByOne(item: string): Refusal {
  return {
    code: 'inbox.one-by-one',
    message: `${item} asks for an approval, and approvals are given one by one.`,
    hint: 'Look at each and answer it by itself.',
    kind: 'forbidden',
  };
}

/** `cw inbox dismiss` */
export const inboxDismiss: CliRun = async (input, context) => {
  const items = await itemsNamed(input, context);
  if (!items.ok) return items;
  const act = await context.act();
  return doEach(items.value, 'dismissed', async (item): Promise<CliAnswer> => {
    const done = await run(context.workspace, dismissInbox, { item, via: 'cli' } as const, act);
    if (!done.ok) return err(answerRefusal(done.error));
    const { id, title, taskId } = done.value;
    const stays = taskId === null ? '' : ` ${taskId} stays as it is.`;
    return ok({
      data: done.value,
      ids: [id],
      text: (style) => `${style.bold(id)} dismissed: ${plainLine(title)}${stays}`,
    });
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
