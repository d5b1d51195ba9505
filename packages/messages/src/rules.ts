import type { Workspace } from '@cw/entry';
import type { Act, IdSource, Page, Result } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { sqliteRuleStore } from './adapters/sqlite-rule-store.ts';
import { addRule, removeRule, restoreRule, updateRule, writeRule } from './commands/change-rules.ts';
import type { NewRule, RuleChange, RuleFailure, RuleView } from './model/rule.ts';
import { findRule, listRules, type RuleFilter, ruleOfItem } from './queries/find-rules.ts';

/** Lets agents do something unasked, as a person said, in a transaction that the caller holds. Answers the rule's id. */
export function addRuleStep(
  tx: Tx,
  { ids, ...rule }: NewRule & { readonly ids: IdSource },
  act: Act,
): Promise<Result<string, never>> {
  return addRule(sqliteRuleStore(tx), { id: ids('rule'), rule }, act);
}

type Changed = Promise<Result<RuleView, RuleFailure>>;

/** What the agents of a workspace may do unasked. */
export type Rules = {
  /** Those that hold in a project, by its whole id; without one, all. */
  list(filter?: RuleFilter): Promise<Result<Page<RuleView>, RuleFailure>>;
  /** One, also when it was removed. */
  show(rule: string): Changed;
  /** The rule that an item's answer made, or that said the same before. */
  ofItem(itemId: string): Promise<RuleView | undefined>;
  add(rule: NewRule, act: Act): Changed;
  update(change: RuleChange & { readonly rule: string }, act: Act): Changed;
  remove(rule: string, act: Act): Changed;
  /** Takes back that it was removed. */
  restore(rule: string, act: Act): Changed;
};

export function createRules({ storage, ids }: Pick<Workspace, 'storage' | 'ids'>): Rules {
  const { read, transact } = storage;
  return {
    list: (filter) => listRules(read, filter),
    show: (rule) => findRule(read, rule, 'all'),
    ofItem: (itemId) => ruleOfItem(read, itemId),
    add: (rule, act) => transact((tx) => writeRule(sqliteRuleStore(tx), { id: ids('rule'), rule }, act)),
    update: (change, act) => transact((tx) => updateRule(sqliteRuleStore(tx), change, act)),
    remove: (rule, act) => transact((tx) => removeRule(sqliteRuleStore(tx), rule, act)),
    restore: (rule, act) => transact((tx) => restoreRule(sqliteRuleStore(tx), rule, act)),
  };
}
