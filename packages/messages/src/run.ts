import { commandsOver } from '@cw/storage';
import { inboxStore } from './adapters/inbox-store.ts';
import { mailStore } from './adapters/mail-store.ts';
import { ruleStore } from './adapters/rule-store.ts';
import type { IsWalled } from './model/mail-reach.ts';

// How the commands of this room are run, by what each of them is about.

export const inbox = commandsOver(inboxStore);
export const rules = commandsOver(ruleStore);

/** @param isWalled who is kept in a sandbox; absent: it is not known of anybody, and no agent's message is given to another */
export const mail = (isWalled?: IsWalled) => commandsOver((tx) => mailStore(tx, isWalled));
