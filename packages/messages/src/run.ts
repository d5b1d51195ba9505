import { commandsOver } from '@cw/storage';
import { sqliteInboxStore } from './adapters/sqlite-inbox-store.ts';
import { sqliteMailStore } from './adapters/sqlite-mail-store.ts';
import { sqliteRuleStore } from './adapters/sqlite-rule-store.ts';
import type { IsWalled } from './model/mail-reach.ts';

// How the commands of this room are run, by what each of them is about.

export const inbox = commandsOver(sqliteInboxStore);
export const rules = commandsOver(sqliteRuleStore);

/** @param isWalled who is kept in a sandbox; absent: it is not known of anybody, and no agent's message is given to another */
export const mail = (isWalled?: IsWalled) => commandsOver((tx) => sqliteMailStore(tx, isWalled));
