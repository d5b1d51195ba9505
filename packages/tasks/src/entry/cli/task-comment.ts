import type { CliAnswer, CliContext, CliInput } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { decodeText } from '@cw/task-formats';
import { addComment, type CommentInput } from '../../commands/add-comment.ts';
import type { TextFailure } from '../../model/task-failure.ts';
import { run } from '../../run.ts';
import { refuse, taskRefusal } from '../refusals.ts';
import { onlyOne } from './only-one.ts';

/** `cw task comment`. */
export async function taskComment(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const wanted = await readComment(input, context);
  if (!wanted.ok) return refuse(wanted);
  const isEdited = input.flag('edit') || (wanted.value.text === '' && context.interactive);
  const edited = isEdited ? await context.edit({ name: 'comment', text: wanted.value.text }) : undefined;
  if (edited?.ok === false) return edited;
  const comment = { ...wanted.value, ...(edited && { text: edited.value.text }) };
  const said = await run(context.workspace, addComment, comment, await context.act());
  if (!said.ok) return edited ? err(edited.value.kept(taskRefusal(said.error))) : refuse(said);
  edited?.value.done();
  const { id, taskId } = said.value;
  return ok({ data: said.value, ids: [id], text: (style) => `Commented on ${style.cyan(taskId)}  ${style.dim(id)}` });
}

/** What a line says about a task. */
export async function readComment(input: CliInput, context: CliContext): Promise<Result<CommentInput, TextFailure>> {
  const text = await typedText(input, context);
  if (!text.ok) return text;
  return ok({ task: input.argument('task'), text: text.value, replyTo: input.option('reply-to') });
}

async function typedText(input: CliInput, context: CliContext): Promise<Result<string, TextFailure>> {
  const one = onlyOne(input, ['message', 'file'], 'text');
  if (!one.ok) return one;
  const said = input.option('message') ?? input.argumentList('text').join(' ');
  const path = input.option('file') ?? (said === '-' ? said : undefined);
  if (path === undefined) return ok(said);
  return decodeText('comment', await context.readInput(path));
}
