import { agentsWithin } from '@cw/agents';
import { isInHand } from '@cw/integration';
import { type Act, err, ok } from '@cw/kernel';
import { type AnsweredAbout, type CauseName, causeOf } from '@cw/messages';
import { getTask, tasksWithin } from '@cw/tasks';
import type { Brought, Within } from './within.ts';

type Answered = AnsweredAbout<'cause'> & { readonly of: string };
type AnswerCause = (within: Within, answered: Answered, act: Act) => Brought;

/** The loop looks at everything again once something is committed, and tells anew what still holds. */
const lookAgain: AnswerCause = async () => ok({ kind: 'looked-again' });

const causes: Readonly<Record<CauseName, AnswerCause>> = {
  repository: lookAgain,
  clone: lookAgain,
  source: lookAgain,
  'default-branch': lookAgain,
  push: lookAgain,
  program: lookAgain,
  sandbox: lookAgain,
  spending: lookAgain,
  memory: lookAgain,
  disk: lookAgain,
  'new-commits': async ({ tx }, { details, of }, act) => {
    const taskId = details.fixedBy ?? of;
    const task = await getTask(tx, taskId);
    // Somebody has had it begun through another door, or has given it up.
    if (task !== undefined && isInHand(task)) return ok({ kind: 'assigned', taskId });
    if (task?.status === 'closed') {
      const opened = await tasksWithin(tx).reopen({ task: taskId }, act);
      if (!opened.ok) return opened;
    }
    const assigned = await tasksWithin(tx).assignOne({ task: taskId }, act);
    return assigned.ok ? ok({ kind: 'assigned', taskId }) : assigned;
  },
  // Done with git before the transaction.
  history: async ({ history }, { details }) =>
    history === undefined
      ? err({ kind: 'merge.history-moved', branch: details.branch ?? '' })
      : ok({ kind: 'history-settled', ...history }),
  silence: async ({ tx }, { of: runId }, act) => {
    const stopped = await agentsWithin(tx).requestStop({ run: runId }, act);
    return stopped.ok ? ok({ kind: 'stopping', runId }) : stopped;
  },
};

/** Does what is said about something that holds work up. */
export function answerCause(within: Within, answered: AnsweredAbout<'cause'>, act: Act): Brought {
  const { name, of } = causeOf(answered.id);
  return causes[name](within, { ...answered, of }, act);
}
