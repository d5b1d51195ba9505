/** What is said to a running agent, and by whom. */
export type SaidMessage = { readonly id: string; readonly from: string; readonly text: string };

/** A message as the agent reads it. Its first line holds the id by which it is known again where the program repeats it. */
export function messageText({ id, from, text }: SaidMessage): string {
  return `Message ${id} from ${from.replaceAll(/\s+/g, ' ')}:\n\n${text}`;
}

/**
 * Ids of the messages that a program repeats as having reached its model, in order: what came while the model answered
 * may be handed to it as one.
 */
export function messagesIn(text: string): readonly string[] {
  return [...text.matchAll(/^Message (msg_[0-9a-z]+) from .+:\n$/gm)].flatMap(([, id]) => id ?? []);
}
