import type { Workspace } from '@cw/entry';
import type { Act, IdSource, Result } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { sqliteRuleStore } from './adapters/sqlite-rule-store.ts';
import { addRule, removeRule } from './commands/change-rules.ts';
import type { NewRule, RuleFailure, RuleView } from './model/rule.ts';
import { listRules } from './queries/find-rules.ts';

/** Lets agents do something unasked, in a transaction that the caller holds. Answers the rule's id. */
export function addRuleStep(
  tx: Tx,
  { ids, ...rule }: NewRule & { readonly ids: IdSource },
  act: Act,
): Promise<Result<string, RuleFailure>> {
  return addRule(sqliteRuleStore(tx), { id: ids('rule'), rule }, act);
}

/** What the agents of a workspace may do unasked. */
export function createRules({ storage, ids }: Pick<Workspace, 'storage' | 'ids'>) {
  return {
    list: (projectId?: string): Promise<readonly RuleView[]> => listRules(storage.read, projectId),
    add: (rule: NewRule, act: Act): Promise<Result<string, RuleFailure>> =>
      storage.transact((tx) => addRuleStep(tx, { ids, ...rule }, act)),
    remove: (rule: string, act: Act): Promise<Result<RuleView, RuleFailure>> =>
      storage.transact((tx) => removeRule(sqliteRuleStore(tx), rule, act)),
  };
}
