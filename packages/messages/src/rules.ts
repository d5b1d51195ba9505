import type { Workspace } from '@cw/entry';
import { type Act, err, type IdSource, type Result, unwrap } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { sqliteRuleStore } from './adapters/sqlite-rule-store.ts';
import { addRule, removeRule } from './commands/change-rules.ts';
import { type NewRule, type RuleFailure, type RuleView, toolName } from './model/rule.ts';
import { findRule, listRules } from './queries/find-rules.ts';

/** Lets agents do something unasked, as a person said, in a transaction that the caller holds. Answers the rule's id. */
export function addRuleStep(
  tx: Tx,
  { ids, ...rule }: NewRule & { readonly ids: IdSource },
  act: Act,
): Promise<Result<string, never>> {
  return addRule(sqliteRuleStore(tx), { id: ids('rule'), rule }, act);
}

/** What the agents of a workspace may do unasked. */
export function createRules({ storage, ids }: Pick<Workspace, 'storage' | 'ids'>) {
  return {
    list: (projectId?: string): Promise<readonly RuleView[]> => listRules(storage.read, projectId),
    add: (rule: NewRule, act: Act): Promise<Result<RuleView, RuleFailure>> =>
      storage.transact(async (tx): Promise<Result<RuleView, RuleFailure>> => {
        if (act.actor.kind === 'run') return err({ kind: 'rule.people-only' });
        if (!toolName.test(rule.tool)) return err({ kind: 'rule.no-tool', tool: rule.tool });
        const added = await addRuleStep(tx, { ids, ...rule }, act);
        return findRule(tx, unwrap(added));
      }),
    remove: (rule: string, act: Act): Promise<Result<RuleView, RuleFailure>> =>
      storage.transact((tx) => removeRule(sqliteRuleStore(tx), rule, act)),
  };
}
