import { limitRefusal, type Refusal } from '@cw/entry';
import type { RunContext } from '@cw/entry/mcp';
import { type AskedQuestion, hideSecrets } from '@cw/kernel';
import { createAsking } from '../../asking.ts';
import { askPerson } from '../../commands/ask-person.ts';
import { choicesFor } from '../../model/choices.ts';
import type { InboxReason } from '../../model/inbox-reason.ts';
import type { NewItem } from '../../model/item.ts';

export type QuestionsAnswered =
  | { readonly answered: true; readonly answers: readonly string[] }
  | {
      readonly answered: false;
      readonly message: string;
      /** Why nothing was asked; absent: it was. */
      readonly refusal?: Refusal;
    };

const parked =
  'Nobody has answered yet; a person will later. Commit what you have, then end now with status needs-input and the question. You will be resumed with the answer.';
const nobody = 'There will be no answer to this. Continue as you see fit, and say so in your result.';

/** Puts questions before a person and waits a while for the answers. */
export async function askQuestion(
  questions: readonly AskedQuestion[],
  context: RunContext,
  gone: AbortSignal,
): Promise<QuestionsAnswered> {
  const { asking, waitMs } = createAsking(context.workspace, context, context.act);
  const waiting = { waitMs: await waitMs(), gone };
  const call = context.workspace.ids('inboxItem');
  const asked = await Promise.all(
    questions.map((question, index) => askPerson(asking, itemOf(question, `${call}:${index}`, context), waiting)),
  );
  const refused = asked.find((each) => each.how === 'refused');
  const answers = asked.map((each) => (each.how === 'ended' ? (each.item.answer?.text ?? nobody) : undefined));
  if (answers.every((answer) => answer !== undefined)) return { answered: true, answers };
  const wasAsked = asked.some((each) => each.how !== 'refused');
  if (refused && !wasAsked) {
    const refusal = { code: refused.why.kind, ...limitRefusal(refused.why) };
    return { answered: false, message: refusal.message, refusal };
  }
  const known = answers.flatMap((answer, index) =>
    answer === undefined ? [] : [`“${questions[index]?.question}” was answered: ${answer}`],
  );
  const isOpen = asked.some((each) => each.how === 'late' || each.how === 'gone');
  const rest = [...(refused ? [limitRefusal(refused.why).message] : []), ...(isOpen ? [parked] : [])];
  return { answered: false, message: [...known, ...rest].join('\n') };
}

function itemOf(question: AskedQuestion, call: string, { runId, taskId, projectId }: RunContext): NewItem {
  const asked = hideSecrets(question.question);
  const [title = '', ...rest] = asked.trim().split('\n');
  const { several } = question;
  const options = question.options.map(hideInOption);
  const text: InboxReason = { code: 'inbox.offers', text: rest.join('\n').trim(), options, several };
  return {
    kind: 'question',
    subject: `ask:${runId}:${call}`,
    projectId,
    taskId,
    runId,
    title,
    text,
    details: { question: asked, options, several },
    choices: choicesFor.question,
  };
}

function hideInOption({ label, description }: AskedQuestion['options'][number]): AskedQuestion['options'][number] {
  return { label: hideSecrets(label), ...(description === undefined ? {} : { description: hideSecrets(description) }) };
}
