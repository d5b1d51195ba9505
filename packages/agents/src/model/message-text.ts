/** What is said to a running agent, and by whom. */
export type SaidMessage = { readonly id: string; readonly from: string; readonly text: string };

/** A message as the agent reads it. Its first line holds the id by which it is known again where the program repeats it. */
export function messageText({ id, from, text }: SaidMessage): string {
  return `Message ${id} from ${from.replaceAll(/\s+/g, ' ')}:\n\n${text}`;
}

/** Id of the message that a program repeats as having reached its model. */
export function messageIn(text: string): string | undefined {
  return /^Message (msg_[0-9a-z]+) from /.exec(text)?.[1];
}
