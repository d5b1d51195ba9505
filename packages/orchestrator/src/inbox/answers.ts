import type { Act } from '@cw/kernel';
import { type Answered, type AnsweredAbout, type Answers, type Matter, matterOf, messagesAnswers } from '@cw/messages';
import type { AnswerFailure } from './answer-failure.ts';
import { answerAccount } from './answers/account-answers.ts';
import { answerCause } from './answers/cause-answers.ts';
import { answerPause } from './answers/pause-answers.ts';
import { answerTask } from './answers/task-answers.ts';
import type { Brought, Within } from './answers/within.ts';
import type { AnswerEffect } from './effect.ts';

/** What an answer sets going, by what it is about: each from the room whose matter it is. */
const answers: Answers<Within, AnswerEffect, AnswerFailure> = {
  ...messagesAnswers,
  task: answerTask,
  account: answerAccount,
  pause: answerPause,
  cause: answerCause,
};

/** Does what an answer says, inside the transaction in which it was given. */
export function bringAbout(within: Within, { item, answer }: Answered, act: Act): Brought {
  const { matter, id } = matterOf(item.subject);
  const { choice } = answer;
  return doAs(matter, within, { item, id, choice, text: answer.text?.trim() ?? '', details: item.details }, act);
}

function doAs<M extends Matter>(matter: M, within: Within, answered: AnsweredAbout<M>, act: Act): Brought {
  return answers[matter](within, answered, act);
}
