import type { CliContext, EditedText, Refusal } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';

/** The words of a task that are edited together. */
type Words = { readonly title: string; readonly description: string };

export type EditedWords = Words & Pick<EditedText, 'done' | 'kept'>;

/** Told to the person in the file; taken out of what comes back. */
const note = '<!-- The first line is the title, what follows is the description. This line is left out. -->';

/** Has a person edit a task's title and description as one text, as a commit message is. */
export async function editWords(
  context: CliContext,
  { title, description }: Words,
): Promise<Result<EditedWords, Refusal>> {
  const text = `${title}\n${description === '' ? '' : `\n${description.trimEnd()}\n`}\n${note}\n`;
  const edited = await context.edit({ name: 'task', text });
  if (!edited.ok) return edited;
  const { done, kept } = edited.value;
  const words = wordsIn(edited.value.text);
  if (words.title !== '') return ok({ ...words, done, kept });
  return err(kept({ code: 'edit.empty', message: 'The text is empty. Nothing was changed.' }));
}

/** The title and the description that a text holds. */
export function wordsIn(text: string): Words {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== note);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0) return { title: '', description: '' };
  return {
    title: lines[first]?.trim() ?? '',
    description: lines
      .slice(first + 1)
      .join('\n')
      .trim(),
  };
}
