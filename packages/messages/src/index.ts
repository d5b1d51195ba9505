// What waits for a person (questions, permissions, approvals, failures, conflicts, limits, logins), what people, agents
// and runs write to each other, and the rules of what agents may do unasked. This room keeps what was asked and what was
// answered, once; it refuses answers of agents, and does not know what an answer sets going: that is done by the rooms
// to its right, in the same transaction.
export type { MessagesEffect } from './answers/answer-effect.ts';
export { messagesAnswers } from './answers/messages-answers.ts';
export type { Blocking } from './block-for-person.ts';
export type { Answered, Answering } from './commands/answer-item.ts';
export type { NewCause } from './commands/raise-item.ts';
export { mailRefusals } from './entry/mail-refusals.ts';
export { messageRefusals } from './entry/message-refusals.ts';
export { inboxRefusals, ruleRefusals } from './entry/refusals.ts';
export { createMessagesModule, type MessagesModule, messagesWithin } from './messages.module.ts';
export { askingConfigKeys } from './messages-config.ts';
export { wordsForAgent } from './model/agent-words.ts';
export { type CauseDetails, type CauseName, causeChoices, causeKinds, causeOf, causeSubject } from './model/cause.ts';
export { choicesFor } from './model/choices.ts';
export type {
  AnswerDoor,
  Choice,
  ItemAnswer,
  ItemDetails,
  ItemFailure,
  ItemKind,
  ItemState,
  ItemView,
  NewItem,
} from './model/item.ts';
export { itemKinds } from './model/item.ts';
export { type AnsweredAbout, type Answers, type Matter, type Matters, matterOf } from './model/matter.ts';
export type { MessageFailure, MessageView } from './model/message.ts';
export { type Ask, asksOfRun, untoldAnswers } from './queries/asks-of-run.ts';
export {
  findItem,
  type ItemFilter,
  isTold,
  listCauses,
  listItems,
  nextExpiry,
  openItemOf,
} from './queries/find-items.ts';
export { findMessage } from './queries/find-mail.ts';
export { messagesToRun, undeliveredOfTask, undeliveredToRun } from './queries/find-messages.ts';
export { findRule } from './queries/find-rules.ts';
export { isWaitingForPerson } from './queries/is-waiting.ts';
export { runLimit } from './queries/run-limit.ts';
export { answerWords, itemWords, messageWords, ruleWords } from './queries/typed-words.ts';
export { approvalReaction } from './raise-approvals.ts';
export { proposalReaction } from './raise-proposals.ts';
export { messagesRefreshes } from './refreshes.ts';
