import { boundTo, commandsOver, type Storage, type Tx } from '@cw/storage';
import { blockForPerson } from './block-for-person.ts';
import {
  answerItem,
  dismissItem,
  endDismissedAsks,
  expireItems,
  markDelivered,
  restoreItem,
} from './commands/answer-item.ts';
import { addRule, removeRule, restoreRule, updateRule, writeRule } from './commands/change-rules.ts';
import { endCause, keepTold, raiseCause, raiseItem, settleSubject } from './commands/raise-item.ts';
import { markUnread, readMessage, readOwnMail, readThreadOf } from './commands/read-mail.ts';
import { sendMail } from './commands/send-mail.ts';
import { deliverMessages, sendMessage } from './commands/send-message.ts';
import type { IsWalled } from './model/mail-reach.ts';
import { countKinds, countOpen, findItem, listItems } from './queries/find-items.ts';
import { countOwnUnread, listMailbox } from './queries/find-mail.ts';
import { listRecipients } from './queries/find-recipient.ts';
import { findRule, listRules, ruleOfItem } from './queries/find-rules.ts';
import { listThreads, showThread } from './queries/find-threads.ts';
import { raiseApprovals } from './raise-approvals.ts';
import { inbox, mail, rules } from './run.ts';

const ofInbox = {
  raiseItem,
  keepTold,
  raiseCause,
  endCause,
  settleSubject,
  answerItem,
  dismissItem,
  restoreItem,
  expireItems,
  endDismissedAsks,
  markDelivered,
};
const ofMail = { sendMail, readMessage, readOwnMail, readThreadOf, markUnread, sendMessage, deliverMessages };
const ofRules = { addRule, writeRule, updateRule, removeRule, restoreRule };

/** What has a command of another room happen too, and so is over the transaction itself. */
const ofSeveral = { blockForPerson, raiseApprovals };
const several = commandsOver((tx) => tx);

const queries = {
  listItems,
  findItem,
  countOpen,
  countKinds,
  listMailbox,
  countOwnUnread,
  listThreads,
  showThread,
  listRecipients,
  listRules,
  findRule,
  ruleOfItem,
};

/** Every command of this room inside a transaction that the caller holds. */
export const messagesWithin = (tx: Tx) => ({
  ...inbox.within(tx, ofInbox),
  ...mail().within(tx, ofMail),
  ...rules.within(tx, ofRules),
  ...several.within(tx, ofSeveral),
});

/** What waits for people, what is written to and fro, and what agents may do unasked, of one workspace. */
export function createMessagesModule(
  workspace: { readonly storage: Pick<Storage, 'read' | 'transact'> },
  isWalled?: IsWalled,
) {
  return {
    commands: {
      ...inbox.bind(workspace, ofInbox),
      ...mail(isWalled).bind(workspace, ofMail),
      ...rules.bind(workspace, ofRules),
      ...several.bind(workspace, ofSeveral),
    },
    within: messagesWithin,
    queries: boundTo(workspace.storage.read, queries),
  };
}

export type MessagesModule = ReturnType<typeof createMessagesModule>;
