import { type CliContext, plainLine } from '@cw/entry';
import type { TaskCandidate } from '../../model/task-failure.ts';
import type { TaskView } from '../../model/task-view.ts';
import { findSimilar } from '../../queries/find-similar.ts';

export type Similar = { readonly title: string; readonly like: readonly TaskCandidate[] };

/** In a long plan only the first are looked up. */
const mostAsked = 50;

/** What of some new tasks is open already under nearly the same title; those of the list do not count. */
export async function similarTo(
  { workspace }: CliContext,
  tasks: readonly Pick<TaskView, 'id' | 'title'>[],
): Promise<readonly Similar[]> {
  const own = new Set(tasks.map((task) => task.id));
  const found: Similar[] = [];
  for (const { title } of tasks.slice(0, mostAsked)) {
    const like = await findSimilar(workspace.storage.read, title, own);
    if (like.length > 0) found.push({ title, like });
  }
  return found;
}

/** Says so to people; a program finds it in the answer. */
export function tellSimilar(context: CliContext, similar: readonly Similar[]): void {
  if (context.json) return;
  for (const { title, like } of similar) {
    const those = like.map((task) => `${task.id} (${plainLine(task.title)})`).join(', ');
    context.note(`note  "${plainLine(title)}" may already exist: ${those}`);
  }
}
