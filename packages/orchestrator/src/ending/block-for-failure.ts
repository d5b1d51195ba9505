import { canGoOnWith } from '@cw/agents';
import type { Act, Result } from '@cw/kernel';
import { type Blocking, choicesFor, messagesWithin } from '@cw/messages';
import type { Tx } from '@cw/storage';

/** Puts the failure of the last run of a task before a person, with the ways of trying it again that differ. */
export async function blockForFailure(
  tx: Tx,
  blocking: Omit<Blocking, 'kind' | 'choices'>,
  act: Act,
): Promise<Result<unknown, unknown>> {
  const choices = (await canGoOnWith(tx, blocking.taskId)) ? choicesFor.failure : choicesFor.failureWithoutConversation;
  return messagesWithin(tx).blockForPerson({ ...blocking, kind: 'failure', choices }, act);
}
