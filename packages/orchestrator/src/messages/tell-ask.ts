import type { Ask } from '@cw/messages';

/** A question with what was answered, for its agent. */
export function tellAsk({ title, answer }: Ask): string {
  return answer === null ? `“${title}” is not answered yet.` : `You asked: ${title}\nThe answer: ${answer.text ?? ''}`;
}
