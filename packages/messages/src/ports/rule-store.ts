import type { Act, Result } from '@cw/kernel';
import type { NewRule, RuleFailure, RuleView } from '../model/rule.ts';

/** Rules, within the transaction it was made for. */
export type RuleStore = {
  /** By id or start of it. */
  find(rule: string): Promise<Result<RuleView, RuleFailure>>;
  /** The rule that says the same, if there is one. */
  same(rule: NewRule): Promise<string | undefined>;
  insert(id: string, rule: NewRule, by: string): Promise<void>;
  remove(id: string): Promise<void>;
  append(event: { readonly type: string; readonly entity: string; readonly payload: object }, act: Act): Promise<void>;
};
