import type { CliAnswer, CliContext, CliInput } from '@cw/entry';
import { ok } from '@cw/kernel';
import { findTask } from '../../queries/find-task.ts';
import { taskComments } from '../../queries/task-story.ts';
import { refuse } from '../refusals.ts';
import { commentLines } from './comment-thread.ts';
import { lastOf } from './task-history.ts';
import { typedLimit } from './typed-limit.ts';

/** `cw task comments`. */
export async function taskCommentsRun(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { read } = context.workspace.storage;
  const id = await findTask(read, input.argument('task'));
  if (!id.ok) return refuse(id);
  const limit = typedLimit(input, context);
  if (!limit.ok) return refuse(limit);
  const page = lastOf(await taskComments(read, id.value), limit.value);
  return ok({
    data: page,
    ids: page.items.map((comment) => comment.id),
    text: (style) =>
      page.items.length === 0
        ? `No comments on ${id.value} yet.`
        : commentLines(page.items, { style, every: true, taskId: id.value }).slice(1).join('\n'),
  });
}
